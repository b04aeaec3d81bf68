import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Site } from '@chisholm/domain/schemas/customers-and-sites'
import { texts } from '@chisholm/domain/texts'
import { siteTexts } from './site-texts.ts'
import { api } from '../../api/client.ts'
import { DetailPage } from '../../ui/detail-page.tsx'
import { CustomerOrSiteActions, RetiredPill } from '../customers/index.ts'
import { SiteUsers } from './site-users.tsx'
import { siteQuery } from './queries.ts'
import { SiteLinks } from './site-links.tsx'
import { EditSiteForm } from './edit-site-form.tsx'

const listPath = '/a/admin/sites'

/** A site with its details, the users who have access to it, and actions. */
export function SitePage() {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(siteQuery(id))
  return (
    <DetailPage
      query={query}
      title={siteTexts.title}
      failureText={texts.failure.getSites}
      nameOf={({ name }) => name}
      back={listPath}
    >
      {(site) => <Details key={site.id} site={site} />}
    </DetailPage>
  )
}

function Details({ site }: { site: Site }) {
  const { id, name, retired, customer_id } = site
  return (
    <>
      <div className="row between">
        <h1>{name}</h1>
        <RetiredPill retired={retired} />
      </div>
      <SiteLinks site={site} />
      <EditSiteForm site={site} />
      <SiteUsers siteId={id} />
      <CustomerOrSiteActions
        isSite
        name={name}
        retired={retired}
        setRetired={(next) => api.put('/sites/{id}', { retired: next }, { id })}
        remove={() => api.delete('/sites/{id}', { id })}
        listPath={`/a/admin/customers/${customer_id}`}
      />
    </>
  )
}
