import { sql } from 'kysely'
import type { Lot, UnmatchedLot } from '@chisholm/domain/schemas'
import type { SiteId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import { mayReadSite } from './site-records.queries.ts'

export const lotRules = {
  filters: {
    id: 'id',
    site_id: 'id',
    customer_id: 'id',
    name: 'text',
    source: 'text',
    arrived_at: 'day',
    closed_at: 'day',
  },
  sorts: ['name', 'arrived_at', 'closed_at', 'created_at'],
  sort: 'name',
  perPage: 100,
  examples: { name: 'F26-088', source: 'Brooks auction' },
} as const

export type LotRow = Omit<Lot, 'site_id'> & { site_id: SiteId }

export const lotFields = [
  'id',
  'site_id',
  'name',
  'arrived_at',
  'head_in',
  'source',
  'sex',
  'arrival_weight',
  'closed_at',
] as const

/** Lot names on animals of sent tickets for which the site has no lot; the latest death first. */
export async function unmatchedLots(
  db: Executor,
  sites: AuthorizedSites,
  siteId: SiteId | null,
): Promise<UnmatchedLot[]> {
  const { rows } = await sql<UnmatchedLot>`
    select r.site_id, (array_agg(btrim(r.lot) order by r.customer_record_at desc, r.id desc))[1] as name,
           count(*)::int as animals, min(r.customer_record_at) as first_death, max(r.customer_record_at) as last_death
    from animals r join post_mortems t on t.id = r.post_mortem_id
    where r.deleted_at is null and not t.draft and lot_key(r.lot) is not null
      and ${mayReadSite(sites)} and ${siteId ? sql`r.site_id = ${siteId}` : sql`true`}
      and not exists (select from lots l where l.site_id = r.site_id and lot_key(l.name) = lot_key(r.lot))
    group by r.site_id, lot_key(r.lot) order by last_death desc, animals desc, name limit 500`.execute(db)
  return rows
}
