import { type RawBuilder, sql } from 'kysely'
import type { Day } from '@chisholm/domain/dates'
import type { InsightScope } from './insight-scope.ts'
import { inSites, lotKeysOf } from './insight-scope.queries.ts'

/**
 * Common table expressions that end with `pieces (site_id, lot_id, first, after, head)`: periods of constant head, from
 * `first` until the day before `after`. They require `starts (site_id, first)`, the sites with their first requested
 * days. The head of a site is its newest count minus the deaths since; before its first count, the head of its lots
 * that have arrived and are not closed, minus their deaths. Days without either are in no piece.
 */
export const headPieces = (to: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${siteCounts(to)},
  ${lotPieces(to, sql`least(coalesce(l.closed_at, 'infinity'), coalesce(f.first_count, 'infinity'), ${to} + 1)`, null)},
  pieces as (
    select site_id, lot_id, first, after, head from count_pieces
    union all select site_id, lot_id, first, after, head from lot_pieces
  )`

/** The same for the lots of a scope only. */
export const headPiecesOfLots = (scope: InsightScope): RawBuilder<unknown> => sql`
  starts as (select s.id as site_id, ${scope.from}::date as first from sites s where ${inSites(scope, 's.id')}),
  ${piecesOfLots(sql`${scope.to}::date`, lotKeysOf(scope))}`

/**
 * Like `headPieces`, for lots only: the arrived head minus the deaths, regardless of counts of their sites.
 *
 * @param keys  of the lots; null: all
 */
export const piecesOfLots = (to: RawBuilder<unknown>, keys: string[] | null = null): RawBuilder<unknown> => sql`
  first_counts as (select null::uuid as site_id, null::date as first_count where false),
  ${lotPieces(to, sql`least(coalesce(l.closed_at, 'infinity'), ${to} + 1)`, keys)},
  pieces as (select site_id, lot_id, first, after, head from lot_pieces)`

/** `fresh_days (site_id, day, head)`: the pieces by day. */
export const freshDays = sql`
  fresh_days as (
    select p.site_id, p.first + n as day, sum(p.head)::bigint as head
    from pieces p, generate_series(0, p.after - p.first - 1) n group by 1, 2
  )`

/** The first day of the month of a day. */
export const monthOf = (day: RawBuilder<unknown>): RawBuilder<Day> =>
  sql`date_trunc('month', (${day})::timestamp)::date`

/**
 * `starts (site_id, cut, first)`: the sites whose stored head ends within the period, with the month in which it ends
 * and the first day to compute.
 */
export const unstoredHead = (scope: InsightScope): RawBuilder<unknown> => sql`
  starts as (
    select c.site_id, c.cut, greatest(c.cut, ${scope.from}::date) as first
    from (
      select s.id as site_id, least(m.cut, (select until + 1 from head_stored)) as cut
      from sites s
        left join (select site_id, ${monthOf(sql`min(day)`)} as cut from mortality_changes group by site_id) m
          on m.site_id = s.id
      where ${inSites(scope, 's.id')}
    ) c where c.cut <= ${scope.to}::date
  )`

/** Reads the counts, beginning with the last one before the first day; earlier ones have no effect. */
const siteCounts = (to: RawBuilder<unknown>) => sql`
  first_counts as (
    select h.site_id, s.first, min(h.date) as first_count,
           coalesce(max(h.date) filter (where h.date <= s.first), min(h.date)) as base
    from starts s join head_counts h on h.site_id = s.site_id group by h.site_id, s.first
  ),
  count_events as (
    select h.site_id, h.date as day, h.head, 0 as died from first_counts f join head_counts h on h.site_id = f.site_id
      and h.date between f.base and ${to}
    union all
    select d.site_id, d.day, null, count(*)::int from first_counts f join deaths d on d.site_id = f.site_id
      and d.day > f.base and d.day <= ${to}
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
    select l.site_id, null::uuid as lot_id, greatest(l.day, s.first) as first,
           least(coalesce(l.next_day, 'infinity'), ${to} + 1) as after, greatest(l.head, 0) as head
    from count_levels l join starts s on s.site_id = l.site_id where coalesce(l.next_day, 'infinity') > s.first
  )`

/** @param ends  the first day after a lot `l`; `f` are the first counts of its site */
const lotPieces = (to: RawBuilder<unknown>, ends: RawBuilder<unknown>, keys: string[] | null) => sql`
  lots_there as (
    select l.id, l.site_id, lot_key(l.name) as key, l.head_in, l.arrived_at, ${ends} as ends, s.first
    from starts s join lots l on l.site_id = s.site_id left join first_counts f on f.site_id = l.site_id
    where l.head_in is not null and l.arrived_at <= ${to} and coalesce(l.closed_at, 'infinity') > s.first
      ${keys ? sql`and lot_key(l.name) = any(${keys}::text[])` : sql``}
  ),
  lot_events as (
    select id, site_id, ends, first, arrived_at as day, head_in as came from lots_there
    where ends > arrived_at and ends > first
    union all
    -- for each lot, so that an index has its days in order
    select l.id, l.site_id, l.ends, l.first, greatest(d.day, l.arrived_at), -d.died
    from lots_there l cross join lateral (
      select d.day, count(*)::int as died from deaths d
      where d.site_id = l.site_id and d.lot_key = l.key and d.day < l.ends group by d.day
    ) d
    where l.ends > l.arrived_at and l.ends > l.first
    union all
    select l.id, l.site_id, l.ends, l.first, greatest(d.day, l.arrived_at), -d.died
    from lots_there l join other_lot_keys o on o.lot_id = l.id cross join lateral (
      select d.day, count(*)::int as died from deaths d
      where d.site_id = l.site_id and d.lot_key = o.key and d.day < l.ends group by d.day
    ) d
    where l.ends > l.arrived_at and l.ends > l.first
  ),
  lot_days as (
    select id, site_id, ends, first, day, sum(came) as came from lot_events group by id, site_id, ends, first, day
  ),
  lot_levels as (
    select id, site_id, first, day, sum(came) over w as head, coalesce(lead(day) over w, ends) as next_day
    from lot_days window w as (partition by id order by day)
  ),
  lot_pieces as (
    select site_id, id as lot_id, greatest(day, first) as first, next_day as after, greatest(head, 0) as head
    from lot_levels where next_day > first
  )`
