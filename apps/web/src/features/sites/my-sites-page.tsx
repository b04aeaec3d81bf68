import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { isVet } from '@chisholm/domain/permissions'
import type { Site } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import { useSession } from '../../api/session.ts'
import { EmptyState, FailedState, Skeletons } from '../../ui/states.tsx'
import { Page } from '../../ui/page.tsx'
import { PageOutOfRange } from '../../ui/page-out-of-range.tsx'
import { Pager } from '../../ui/pager.tsx'
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
      ) : !sites.data ? (
        <FailedState text={texts.failure.getSites} onRetry={() => void sites.refetch()} />
      ) : page > sites.data.meta.last_page ? (
        <PageOutOfRange lastPage={sites.data.meta.last_page} onPage={goTo} />
      ) : sites.data.data.length === 0 ? (
        <EmptyState text={texts.empty.sites} />
      ) : (
        <>
          <ul className="list">
            {sites.data.data.map((site) => (
              <li key={site.id}>
                <SiteLink site={site} tab={tab} />
              </li>
            ))}
          </ul>
          <Pager page={page} lastPage={sites.data.meta.last_page} onPage={goTo} />
        </>
      )}
    </Page>
  )
}

const SiteLink = ({ site, tab }: { site: Site; tab: string }) => (
  <Link to="/a/location/$siteId/$tab" params={{ siteId: site.id, tab }} className="card">
    <span className="row between" style={{ flexWrap: 'nowrap' }}>
      <span>
        {site.customer.name} - {site.name}
      </span>
      <IconChevronRight size={20} aria-hidden />
    </span>
  </Link>
)
