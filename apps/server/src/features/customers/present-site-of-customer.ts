import type { Customer } from '@chisholm/domain/schemas/customers-and-sites'
import type { SiteId } from '../../database/ids.ts'

interface SiteRow {
  id: SiteId
  name: string
  retired_at: Date | null
  time_zone: string | null
}

/** A site as responses list it within its customer. */
export const presentSiteOfCustomer = ({ id, name, retired_at, time_zone }: SiteRow): Customer['sites'][number] => ({
  id,
  name,
  retired: retired_at ? 1 : 0,
  time_zone,
})
