import { useQuery } from '@tanstack/react-query'
import type { Site } from '@chisholm/domain/shapes'
import { customerOrSiteTexts } from '../customers/customer-or-site-texts.ts'
import { siteTexts } from './site-texts.ts'
import { LinkRow } from '../../ui/link-row.tsx'
import { ticketsOfSiteQuery } from './admin-queries.ts'

/** Links to the customer of a site and to its tickets. */
export function SiteFacts({ site: { id, customer } }: { site: Site }) {
  const tickets = useQuery(ticketsOfSiteQuery(id)).data
  return (
    <ul className="list">
      <li>
        <LinkRow to={`/a/admin/customers/${customer.id}`} title={customer.name} hint={customerOrSiteTexts.customer} />
      </li>
      {tickets !== undefined && tickets > 0 && (
        <li>
          <LinkRow
            to={`/a/location/${id}/inbox`}
            title={siteTexts.postMortems(tickets)}
            hint={siteTexts.keepsCustomer}
          />
        </li>
      )}
    </ul>
  )
}
