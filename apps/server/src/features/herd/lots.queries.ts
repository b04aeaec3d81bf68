import { sql } from 'kysely'
import { lotKey } from '@chisholm/domain/lots'
import type { Lot, UnmatchedLot } from '@chisholm/domain/schemas/lots'
import { alphabetical } from '../../database/alphabetical.ts'
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

/**
 * Reads one page of the lot names on animals of sent tickets for which the site has no lot, and how many there are. The
 * names come from the sums of deaths by lot and from the changes that these do not include yet, so that the animals of
 * lots that the site has are not read.
 */
export async function readUnmatchedLotPage(
  db: Executor,
  sites: AuthorizedSites,
  siteId: SiteId | null,
  list: ListRequest,
): Promise<{ total: number; rows: UnmatchedLot[] }> {
  const order = sql`last_death ${list.sorts[0]?.descending === false ? sql`asc` : sql`desc`}, animals desc, ${alphabetical('lot_key')}, site_id`
  const { rows } = await sql<{ total: number; rows: UnmatchedLot[] }>`
    with keys as (
      select r.site_id, r.lot_key from deaths_of_lots r
      where r.grain = 'year' and ${mayReadSite(sites)}
      union
      select r.site_id, r.lot_key from mortality_changes r
      where r.lot_key is not null and ${mayReadSite(sites)}
    ), names as materialized (
      select k.site_id, k.lot_key, d.animals, d.first_death, d.last_death from keys k cross join lateral (
        select count(*)::int as animals, min(day) as first_death, max(day) as last_death
        from deaths d where d.site_id = k.site_id and d.lot_key = k.lot_key
      ) d
      where k.lot_key <> '' and ${siteId ? sql`k.site_id = ${siteId}` : sql`true`} and d.animals > 0
        and not exists (select from lots l where l.site_id = k.site_id and lot_key(l.name) = k.lot_key)
        and not exists (select from other_lot_keys o where o.site_id = k.site_id and o.key = k.lot_key)
    ), page as (
      select n.site_id, n.lot_key, n.animals, n.first_death, n.last_death, newest.name from (
        select site_id, lot_key, animals, first_death, last_death from names order by ${order} limit ${list.perPage} offset ${list.offset}
      ) n cross join lateral (
        select btrim(a.lot) as name from deaths d join animals a on a.id = d.animal_id
        where d.site_id = n.site_id and d.lot_key = n.lot_key order by d.day desc, a.id desc limit 1
      ) newest
    )
    select (select count(*)::int from names) as total, coalesce((
      select json_agg(json_build_object('site_id', site_id, 'name', name, 'animals', animals,
        'first_death', first_death, 'last_death', last_death) order by ${order}) from page), '[]') as rows`.execute(db)
  return rows[0] ?? { total: 0, rows: [] }
}
