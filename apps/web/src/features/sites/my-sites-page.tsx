import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { isVet } from '@chisholm/domain/permissions'
import type { Site } from '@chisholm/domain/schemas/customers-and-sites'
import { texts } from '@chisholm/domain/texts'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { useSession } from '../../api/session.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState, Skeletons } from '../../ui/states.tsx'
import { Page } from '../../ui/page.tsx'
import { providerQuery, sitesQuery } from './queries.ts'
import { MoreAccess } from './more-access.tsx'
import { mySitesTexts } from './my-sites-texts.ts'

/** The sites that this user may see, twelve per page. */
export function MySitesPage() {
  const { page = 1 }: { page?: number } = useSearch({ strict: false })
  const navigate = useNavigate()
  const sites = useQuery(sitesQuery(page))
  const providerResult = useQuery(providerQuery())
  const isPending = sites.isPending || providerResult.isPending
  const goTo = (next: number) => void navigate({ to: '/a/locations', search: { page: next } })
  const currentUser = useSession()
  const tab = currentUser && isVet(currentUser) ? 'inbox' : 'draft'
  return (
    <Page title={mySitesTexts.title} ownHeading>
      <h1>{mySitesTexts.title}</h1>
      {/* This is shown together with the list. Otherwise the list would push it down. */}
      {!isPending && <MoreAccess />}
      {isPending ? (
        <Skeletons height={56} count={8} />
      ) : (
        <PagedList
          query={sites}
          page={page}
          onPage={goTo}
          failureText={texts.failure.getSites}
          empty={<EmptyState text={texts.empty.sites} />}
          renderRow={(site) => <SiteLink site={site} tab={tab} />}
        />
      )}
    </Page>
  )
}

const SiteLink = ({ site, tab }: { site: Site; tab: string }) => (
  <Link to="/a/location/$siteId/$tab" params={{ siteId: site.id, tab }} className="card">
    <span className="row between" style={{ flexWrap: 'nowrap' }}>
      <span>{siteInFull(site.customer.name, site.name)}</span>
      <IconChevronRight size={20} aria-hidden />
    </span>
  </Link>
)
