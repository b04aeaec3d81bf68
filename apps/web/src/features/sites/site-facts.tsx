import { useQuery } from '@tanstack/react-query'
import type { Site } from '@chisholm/domain/shapes'
import { adminTexts } from '../../admin-texts.ts'
import { LinkRow } from '../../ui/link-row.tsx'
import { ticketsOfSiteQuery } from './admin-queries.ts'

/** Links to the customer of a site and to its tickets. */
export function SiteFacts({ site: { id, customer } }: { site: Site }) {
  const tickets = useQuery(ticketsOfSiteQuery(id)).data
  return (
    <ul className="list">
      <li>
        <LinkRow to={`/a/admin/customers/${customer.id}`} title={customer.name} hint={adminTexts.customer} />
      </li>
      {tickets !== undefined && tickets > 0 && (
        <li>
          <LinkRow
            to={`/a/location/${id}/inbox`}
            title={adminTexts.sites.postMortems(tickets)}
            hint={adminTexts.sites.keepsCustomer}
          />
        </li>
      )}
    </ul>
  )
}
