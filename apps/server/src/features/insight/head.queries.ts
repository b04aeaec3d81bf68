import { type RawBuilder, sql } from 'kysely'
import type { InsightScope } from './insight-scope.ts'
import { inSites, lotKeysOf } from './insight-scope.queries.ts'

/**
 * Common table expressions that end with `pieces (site_id, lot_id, first, after, head)`: how many head there are from
 * one day until before another, within the period. A site has the newest count on or before the day less the deaths
 * after the day of the count; before its first count, its lots that have arrived and are not closed, each less its
 * deaths. Days without either are in no piece.
 */
export const headPieces = (scope: InsightScope): RawBuilder<unknown> => sql`
  ${siteCounts(scope)},
  ${lotPieces(scope, sql`least(coalesce(l.closed_at, 'infinity'), coalesce(f.first_count, 'infinity'), ${scope.to}::date + 1)`)},
  pieces as (
    select site_id, lot_id, first, after, head from count_pieces
    union all select site_id, lot_id, first, after, head from lot_pieces
  )`

/** The same of lots alone: what arrived less the deaths, whatever was counted on their sites. */
export const headPiecesOfLots = (scope: InsightScope): RawBuilder<unknown> => sql`
  first_counts as (select null::uuid as site_id, null::date as first_count where false),
  ${lotPieces(scope, sql`least(coalesce(l.closed_at, 'infinity'), ${scope.to}::date + 1)`)},
  pieces as (select site_id, lot_id, first, after, head from lot_pieces)`

/** Reads the counts of the period and the last count before it; earlier ones have no effect. */
const siteCounts = (scope: InsightScope) => sql`
  first_counts as (
    select h.site_id, min(h.date) as first_count,
           coalesce(max(h.date) filter (where h.date <= ${scope.from}::date), min(h.date)) as base
    from head_counts h where ${inSites(scope, 'h.site_id')} group by h.site_id
  ),
  count_events as (
    select h.site_id, h.date as day, h.head, 0 as died from head_counts h join first_counts f using (site_id)
    where h.date between f.base and ${scope.to}::date
    union all
    select d.site_id, d.day, null, count(*)::int from first_counts f join deaths d on d.site_id = f.site_id
      and d.day > f.base and d.day <= ${scope.to}::date
    group by d.site_id, d.day
  ),
  count_days as (
    -- deaths of the day of a count are in the count
    select site_id, day, max(head) as head, case when max(head) is null then sum(died) else 0 end as died
    from count_events group by site_id, day
  ),
  count_groups as (
    select site_id, day, head, died, count(head) over (partition by site_id order by day) as nth,
           lead(day) over (partition by site_id order by day) as next_day
    from count_days
  ),
  count_levels as (
    select site_id, day, next_day,
           max(head) over (partition by site_id, nth) - sum(died) over (partition by site_id, nth order by day) as head
    from count_groups
  ),
  count_pieces as (
    select site_id, null::uuid as lot_id, greatest(day, ${scope.from}::date) as first,
           least(coalesce(next_day, 'infinity'), ${scope.to}::date + 1) as after, greatest(head, 0) as head
    from count_levels where coalesce(next_day, 'infinity') > ${scope.from}::date
  )`

/** @param ends  the day before which a lot `l` ends; `f` are the first counts of its site */
function lotPieces(scope: InsightScope, ends: RawBuilder<unknown>) {
  const keys = lotKeysOf(scope)
  return sql`
  lots_there as (
    select l.id, l.site_id, lot_key(l.name) as key, l.head_in, l.arrived_at, ${ends} as ends
    from lots l left join first_counts f on f.site_id = l.site_id
    where ${inSites(scope, 'l.site_id')} and l.head_in is not null and l.arrived_at <= ${scope.to}::date
      ${keys ? sql`and lot_key(l.name) = any(${keys}::text[])` : sql``}
  ),
  lot_events as (
    select id, site_id, ends, arrived_at as day, head_in as came from lots_there
    where ends > arrived_at and ends > ${scope.from}::date
    union all
    select l.id, l.site_id, l.ends, greatest(d.day, l.arrived_at), -count(*)::int
    from lots_there l join deaths d on d.site_id = l.site_id and d.lot_key = l.key and d.day < l.ends
    where l.ends > l.arrived_at and l.ends > ${scope.from}::date
    group by l.id, l.site_id, l.ends, greatest(d.day, l.arrived_at)
  ),
  lot_days as (select id, site_id, ends, day, sum(came) as came from lot_events group by id, site_id, ends, day),
  lot_levels as (
    select id, site_id, day, sum(came) over w as head, coalesce(lead(day) over w, ends) as next_day
    from lot_days window w as (partition by id order by day)
  ),
  lot_pieces as (
    select site_id, id as lot_id, greatest(day, ${scope.from}::date) as first, next_day as after,
           greatest(head, 0) as head
    from lot_levels where next_day > ${scope.from}::date
  )`
}
