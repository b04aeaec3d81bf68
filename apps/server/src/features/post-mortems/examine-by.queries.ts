import { type RawBuilder, sql } from 'kysely'
import { inList, siteDayCondition } from '../../http/filter-conditions.queries.ts'
import type { Filter } from '../../http/filters.ts'
import type { PostMortemScope } from './post-mortem-filters.ts'

/*
 * The clock of a ticket (decisions.md section 6): the earliest `examine_by` of its animals that is not past, else the
 * latest. Stored is only the latest (`last_examine_by`), so that nothing has to be refreshed as time passes.
 */

/** The earliest time of the animals of ticket `t` that has not expired. */
const nextSql = sql`(select min(a.examine_by) from animals a
  where a.post_mortem_id = t.id and a.deleted_at is null and a.examine_by >= now())`

/**
 * The earliest time of the animals of ticket `t` that has not expired, else the last one; null if no animal has one.
 */
export const examineBySql = sql<Date | null>`case when t.last_examine_by >= now() then ${nextSql} else t.last_examine_by end`

/**
 * Condition of a filter. The latest time, which has an index, is at or after the clock: a lower bound also applies to it,
 * and it decides an upper bound, except for tickets that still have time left.
 */
export function examineByCondition(filter: Filter): RawBuilder<boolean> {
  const compare = (column: RawBuilder<unknown>, op = filter.op) =>
    siteDayCondition(column, sql.ref('t.site_id'), { ...filter, op })
  const latest = sql.ref('t.last_examine_by')
  if (filter.op === 'isnull') return compare(latest)
  if (filter.op === 'lt' || filter.op === 'lte')
    return sql`(${compare(latest)} or (${latest} >= now() and ${compare(nextSql)}))`
  return sql`(${compare(examineBySql)} and ${compare(latest, filter.op === 'gt' ? 'gt' : 'gte')})`
}

const keysOf = (next: RawBuilder<unknown>, past: RawBuilder<unknown>, pin: RawBuilder<unknown>, reversed: boolean) =>
  reversed
    ? sql`${next} desc nulls first, ${past} asc nulls first, ${pin} asc`
    : sql`${next} asc nulls last, ${past} desc nulls last, ${pin} desc`

/**
 * Sort keys for `sort=examine_by`: future times, soonest first; expired ones, latest first; none; then the newest
 * ticket.
 */
export const examineByOrder = (reversed: boolean): RawBuilder<unknown> =>
  keysOf(
    sql`case when t.last_examine_by >= now() then ${nextSql} end`,
    sql`case when t.last_examine_by < now() then t.last_examine_by end`,
    sql`t.pin`,
    reversed,
  )

/**
 * The parenthesised query of the ids of one page in this order, for a scope without row filters. For each site and
 * status an index provides the tickets with future, expired and no times in order.
 * @param condition  a further one on each ticket `t`, which begins with `and`
 */
export function examineByPageSql(
  { siteIds, customerIds, statuses }: Pick<PostMortemScope, 'siteIds' | 'customerIds' | 'statuses'>,
  { perPage, offset, reversed }: { perPage: number; offset: number; reversed: boolean },
  condition: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const isBySite = siteIds !== null || customerIds !== null
  const sites = sql`(select s.id from sites s where true
    ${siteIds ? sql`and ${inList(sql`s.id`, siteIds, 'uuid')}` : sql``}
    ${customerIds ? sql`and ${inList(sql`s.customer_id`, customerIds, 'uuid')}` : sql``}) as k (site_id) cross join`
  const streams = sql`${isBySite ? sites : sql``} unnest(${statuses}::text[]) as j (status)`
  const isInStream = sql`t.deleted_at is null and t.status = j.status ${isBySite ? sql`and t.site_id = k.site_id` : sql``} ${condition}`
  const limit = sql.lit(offset + perPage)
  const byLatest = reversed
    ? sql`t.last_examine_by asc nulls first, t.pin asc`
    : sql`t.last_examine_by desc nulls last, t.pin desc`
  const section = (next: RawBuilder<unknown>, past: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
    (select t.id, ${next} as next, ${past} as past, t.pin from post_mortems t where ${isInStream} and ${which}
     order by ${byLatest} limit ${limit})`
  const none = sql`null::timestamptz`
  // future times are few, and the index has another order
  const upcoming = sql`
    (select t.id, ${nextSql} as next, ${none} as past, t.pin from post_mortems t
     where ${isInStream} and t.last_examine_by >= now())`
  const keys = keysOf(sql`found.next`, sql`found.past`, sql`found.pin`, reversed)
  return sql`(
    select found.id from ${streams} cross join lateral (
      ${upcoming}
      union all ${section(none, sql`t.last_examine_by`, sql`t.last_examine_by < now()`)}
      union all ${section(none, none, sql`t.last_examine_by is null`)}
    ) found
    order by ${keys} limit ${sql.lit(perPage)} ${offset > 0 ? sql`offset ${offset}` : sql``}
  )`
}
