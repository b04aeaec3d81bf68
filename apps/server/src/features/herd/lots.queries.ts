import { sql } from 'kysely'
import { lotKey } from '@chisholm/domain/lots'
import type { Lot, UnmatchedLot } from '@chisholm/domain/schemas'
import type { SiteId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import { type ListRequest, type ListRules, noFilters } from '../../http/pagination.ts'
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

/** A lot without its other names, which have their own calls. */
export type LotRow = Omit<Lot, 'site_id' | 'other_names'> & { site_id: SiteId }

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

/** Whether another lot of the site has this name, as its own or as another name. */
export async function isNameOfOtherLot(db: Executor, { id, site_id }: LotRow, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from lots l where l.site_id = ${site_id} and l.id <> ${id}
      and exists (select from unnest(l.other_names || l.name) n where lot_key(n) = ${lotKey(name)})`.execute(db)
  return rows.length > 0
}

/** Adds a name to the other names of a lot. @returns false if the lot has the name */
export async function addOtherName(tx: Executor, id: string, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update lots set other_names = other_names || ${name}::text
    where id = ${id} and not exists (select from unnest(other_names || name) n where lot_key(n) = ${lotKey(name)})`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** Takes a name from the other names of a lot. @returns false if it was none of them */
export async function removeOtherName(tx: Executor, id: string, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update lots set other_names = array(
      select n from unnest(other_names) with ordinality as o (n, position) where lot_key(n) <> ${lotKey(name)}
      order by position)
    where id = ${id} and exists (select from unnest(other_names) n where lot_key(n) = ${lotKey(name)})`.execute(tx)
  return numAffectedRows === 1n
}

export const unmatchedLotRules = {
  filters: noFilters,
  sorts: ['last_death'],
  sort: '-last_death',
  perPage: 500,
} as const satisfies ListRules

/** Reads one page of the lot names on animals of sent tickets for which the site has no lot, and how many there are. */
export async function readUnmatchedLotPage(
  db: Executor,
  sites: AuthorizedSites,
  siteId: SiteId | null,
  list: ListRequest,
): Promise<{ total: number; rows: UnmatchedLot[] }> {
  const names = sql`
    select r.site_id, (array_agg(btrim(r.lot) order by r.customer_record_at desc, r.id desc))[1] as name,
           count(*)::int as animals, min(r.customer_record_at) as first_death, max(r.customer_record_at) as last_death
    from animals r join post_mortems t on t.id = r.post_mortem_id
    where r.deleted_at is null and not t.draft and lot_key(r.lot) is not null
      and ${mayReadSite(sites)} and ${siteId ? sql`r.site_id = ${siteId}` : sql`true`}
      and not exists (select from lots l where l.site_id = r.site_id and lot_key(l.name) = lot_key(r.lot))
      and not exists (select from other_lot_keys o where o.site_id = r.site_id and o.key = lot_key(r.lot))
    group by r.site_id, lot_key(r.lot)`
  const direction = list.sorts[0]?.descending === false ? sql`asc` : sql`desc`
  const counted = await sql<{ total: number }>`select count(*)::int as total from (${names}) names`.execute(db)
  const { rows } = await sql<UnmatchedLot>`${names}
    order by last_death ${direction}, animals desc, name, r.site_id limit ${list.perPage} offset ${list.offset}`.execute(
    db,
  )
  return { total: counted.rows[0]?.total ?? 0, rows }
}
