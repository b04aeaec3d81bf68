import { type RawBuilder, sql } from 'kysely'
import type { TurnaroundPostMortem } from '@chisholm/domain/schemas/insight'
import type { Executor } from '../../database/executor.ts'
import type { SiteId } from '../../database/ids.ts'
import { timestampSql } from '../../database/timestamp-sql.ts'
import type { InsightScope } from './insight-scope.ts'
import { deathMatches, inSites, lotKeysOf, siteWithCustomer, valuesOf } from './insight-scope.queries.ts'

/** The sent tickets of a site in columns, because there are up to a million rows, in the order in which they were sent. */
export interface SentPostMortemColumns {
  site_id: SiteId
  /** Seconds since 1970. */
  requested_at: number[]
  to_scheduled_hours: (number | null)[]
  to_completed_hours: (number | null)[]
  veterinarian_id: (string | null)[]
  pin: number[]
}

const hoursUntil = (until: string) => sql`date_part('epoch', ${sql.ref(until)} - t.requested_at) / 3600`

/** Whether a scope filters tickets by their animals. */
export const isFilteredByDeaths = (scope: InsightScope): boolean =>
  lotKeysOf(scope) !== null || valuesOf(scope, 'diagnosis_id') !== null || valuesOf(scope, 'system') !== null

/** The sent tickets of sites; those without any are left out. */
export const readColumns = (db: Executor, sites: readonly SiteId[]): Promise<SentPostMortemColumns[]> =>
  columnsOf(db, sql`t.site_id = any(${sites}::uuid[])`)

/**
 * The sent tickets of a scope that have a matching animal.
 * @param sites  those of the scope
 * @param from   the first moment
 * @param until  the moment after the last
 */
export const readMatchingColumns = (
  db: Executor,
  scope: InsightScope,
  { sites, from, until }: { sites: readonly SiteId[]; from: Date; until: Date },
) =>
  columnsOf(
    db,
    sql`${inSites(scope, 't.site_id')} and t.requested_at >= ${from}::timestamptz and t.requested_at < ${until}::timestamptz
      and ${hasMatchingAnimal(scope, sites)}`,
  )

/** Whether ticket `t` has a matching animal. Few animals belong to a lot, so that their tickets are found first. */
const hasMatchingAnimal = (scope: InsightScope, sites: readonly SiteId[]) =>
  lotKeysOf(scope)
    ? sql`t.id = any(array(
        select a.post_mortem_id from deaths d join animals a on a.id = d.animal_id
        where d.site_id = any(${sites}::uuid[]) and ${deathMatches(scope)}))`
    : sql`exists (
        select from animals a join deaths d on d.animal_id = a.id
        where a.post_mortem_id = t.id and ${deathMatches(scope)})`

async function columnsOf(db: Executor, condition: RawBuilder<unknown>): Promise<SentPostMortemColumns[]> {
  const column = (value: RawBuilder<unknown>) => sql`json_agg(${value} order by t.requested_at, t.pin)`
  const { rows } = await sql<SentPostMortemColumns>`
    select t.site_id, ${column(sql`date_part('epoch', t.requested_at)`)} as requested_at,
           ${column(hoursUntil('t.scheduled_at'))} as to_scheduled_hours,
           ${column(hoursUntil('t.completed_at'))} as to_completed_hours,
           ${column(sql`coalesce(t.completed_by_id, t.scheduled_for_id)`)} as veterinarian_id,
           ${column(sql`t.pin`)} as pin
    from post_mortems t where t.deleted_at is null and not t.draft and ${condition} group by t.site_id`.execute(db)
  return rows
}

/** The sent tickets of a site with animals that were examined at the site and whose time of death is known, in columns. */
export interface OpenedColumns {
  site_id: SiteId
  /** Seconds since 1970, in ascending order. */
  requested_at: number[]
  animals: number[]
  /** Animals that were examined by their `examine_by`. */
  in_time: number[]
}

/** The tickets of sites with opened animals; sites without any are left out. */
export const readOpenedColumns = (db: Executor, sites: readonly SiteId[]): Promise<OpenedColumns[]> =>
  openedColumnsOf(db, sites, sql`true`)

/** The tickets of a scope with opened animals that have a matching animal. @param sites  those of the scope */
export const readMatchingOpenedColumns = (db: Executor, scope: InsightScope, sites: readonly SiteId[]) =>
  openedColumnsOf(db, sites, hasMatchingAnimal(scope, sites))

async function openedColumnsOf(
  db: Executor,
  sites: readonly SiteId[],
  condition: RawBuilder<unknown>,
): Promise<OpenedColumns[]> {
  const column = (value: RawBuilder<unknown>) => sql`json_agg(${value} order by t.requested_at)`
  const { rows } = await sql<OpenedColumns>`
    select t.site_id, ${column(sql`date_part('epoch', t.requested_at)`)} as requested_at,
           ${column(sql`o.animals`)} as animals, ${column(sql`o.in_time`)} as in_time
    from (
      select a.post_mortem_id, count(*) as animals, count(*) filter (where e.examined_at <= a.examine_by) as in_time
      from animal_examinations e join animals a on a.id = e.animal_id
      where e.mode = 'on_site' and e.examined_at is not null and a.examine_by is not null and a.deleted_at is null
        and a.site_id = any(${sites}::uuid[])
      group by a.post_mortem_id) o
      join post_mortems t on t.id = o.post_mortem_id
    where t.deleted_at is null and not t.draft and ${condition} group by t.site_id`.execute(db)
  return rows
}

/** Tickets of a scope by their numbers, in this order. */
export async function readPostMortemsByPin(
  db: Executor,
  scope: InsightScope,
  pins: readonly number[],
): Promise<TurnaroundPostMortem[]> {
  const { rows } = await sql<TurnaroundPostMortem>`
    select t.id, 'CHM-' || t.pin as title, t.status, ${timestampSql(sql`t.requested_at`)} as requested_at,
           ${hoursUntil('t.scheduled_at')} as to_scheduled_hours, ${hoursUntil('t.completed_at')} as to_completed_hours,
           ${siteWithCustomer} as site
    from unnest(${pins}::integer[]) with ordinality as p (pin, position)
      join post_mortems t on t.pin = p.pin
      join sites s on s.id = t.site_id join customers c on c.id = s.customer_id
    where ${inSites(scope, 't.site_id')} order by p.position`.execute(db)
  return rows
}
