import { useQuery } from '@tanstack/react-query'
import type { Site } from '@chisholm/domain/schemas/customers-and-sites'
import { customerOrSiteTexts } from '../customers/index.ts'
import { siteTexts } from './site-texts.ts'
import { LinkRow } from '../../ui/link-row.tsx'
import { postMortemsOfSiteQuery } from './admin-queries.ts'

/** Links to the customer of a site and to its tickets. */
export function SiteLinks({ site: { id, customer } }: { site: Site }) {
  const postMortems = useQuery(postMortemsOfSiteQuery(id)).data
  return (
    <ul className="list">
      <li>
        <LinkRow to={`/a/admin/customers/${customer.id}`} title={customer.name} hint={customerOrSiteTexts.customer} />
      </li>
      <li>
        <LinkRow to={`/a/herd/${id}`} title={siteTexts.herd} hint={siteTexts.herdHint} />
      </li>
      {postMortems !== undefined && postMortems > 0 && (
        <li>
          <LinkRow
            to={`/a/location/${id}/inbox`}
            title={siteTexts.postMortems(postMortems)}
            hint={siteTexts.keepsCustomer}
          />
        </li>
      )}
    </ul>
  )
}
