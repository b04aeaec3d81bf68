import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Site } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { siteTexts } from './site-texts.ts'
import { api } from '../../api/client.ts'
import { OnePage } from '../../ui/one-page.tsx'
import { PlaceActions, RetiredPill } from '../customers/index.ts'
import { PeopleOfSite } from './people-of-site.tsx'
import { siteQuery } from './queries.ts'
import { SiteFacts } from './site-facts.tsx'
import { SiteForm } from './site-form.tsx'

const list = '/a/admin/sites'

/** One site: details, users with access, and actions. */
export function SitePage() {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(siteQuery(id))
  const words = { title: siteTexts.title, failed: texts.failure.getSites }
  return (
    <OnePage query={query} {...words} nameOf={({ name }) => name} back={list}>
      {(site) => <Details key={site.id} site={site} />}
    </OnePage>
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
      <SiteFacts site={site} />
      <SiteForm site={site} />
      <PeopleOfSite siteId={id} />
      <PlaceActions
        name={name}
        retired={retired}
        setRetired={(next) => api.put('/sites/{id}', { retired: next }, { id })}
        remove={() => api.delete('/sites/{id}', { id })}
        afterwards={`/a/admin/customers/${customer_id}`}
      />
    </>
  )
}
