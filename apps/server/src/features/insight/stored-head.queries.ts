import { type RawBuilder, sql } from 'kysely'
import { headPieces, headPiecesOfLots, monthOf, unstoredHead } from './head.queries.ts'
import type { InsightScope } from './insight-scope.ts'
import { inSites, isWholePractice, lotKeysOf } from './insight-scope.queries.ts'
import { sumPeriods, wholeMonths } from './sum-periods.ts'

/** The period by which head is grouped; null: only by site. */
type HeadBy = 'day' | 'week' | 'month' | null

/**
 * Common table expressions that end with `blocks (site_id, day, head_days, known_days)`: head days from `day` on, each
 * within one period. They are read from the stored months, and computed where those are outdated. Unless `by` is null,
 * the site may be null, which means all sites. With a filter of lots, the head is that of these lots.
 */
export function headBlocks(scope: InsightScope, by: HeadBy): RawBuilder<unknown> {
  if (lotKeysOf(scope)) return sql`${headPiecesOfLots(scope)}, blocks as (${computedBlocks(by)})`
  return sql`
    ${unstoredHead(scope)},
    ${headPieces(sql`${scope.to}::date`)},
    ${by !== null && isWholePractice(scope) ? blocksOfPractice(scope, by) : blocksOfSites(scope, by)}`
}

/** Sums of all sites until the first month that is outdated for any site, then sums of each site. */
const blocksOfPractice = (scope: InsightScope, by: HeadBy) => sql`
  first_cut as (select coalesce(min(cut), 'infinity') as day from starts),
  blocks as (
    select null::uuid as site_id, p.day, p.head as head_days, p.known_sites as known_days
    from head_of_practice p, first_cut f
    where p.day between ${scope.from}::date and ${scope.to}::date and p.day < f.day
    union all ${storedDays(scope, sql`h.month >= (select day from first_cut)`)}
    union all ${computedBlocks(by)}
  )`

function blocksOfSites(scope: InsightScope, by: HeadBy): RawBuilder<unknown> {
  if (by === 'day' || by === 'week')
    return sql`blocks as (${storedDays(scope, sql`true`)} union all ${computedBlocks(by)})`
  const ends = sql`h.month = any(array[${monthOf(sql`${scope.from}::date`)}, ${monthOf(sql`${scope.to}::date`)}])
    and not (h.month >= ${scope.from}::date and ${isWithin(scope)})`
  return sql`blocks as (
    ${by === null ? storedYears(scope) : storedMonths(scope, sql`h.month >= ${scope.from}::date and ${isWithin(scope)}`)}
    union all ${storedDays(scope, ends)}
    union all ${computedBlocks(by)}
  )`
}

/** Whole months. */
const storedMonths = (scope: InsightScope, condition: RawBuilder<unknown>) => sql`
  select h.site_id, h.month as day, h.head_days, h.known_days
  from head_months h left join starts s on s.site_id = h.site_id
  where ${inSites(scope, 'h.site_id')} and (s.cut is null or h.month < s.cut) and ${condition}`

/** Whole years, the months before and after them, and months of a year in which the stored head of a site ends. */
function storedYears(scope: InsightScope): RawBuilder<unknown> {
  const months = wholeMonths(scope)
  const periods = months ? sumPeriods(months) : []
  const startsOf = (grain: 'month' | 'year') =>
    sql`any(${periods.filter((one) => one.grain === grain).map(({ start }) => start)}::date[])`
  return sql`
    select h.site_id, h.year as day, h.head_days, h.known_days
    from head_years h left join starts s on s.site_id = h.site_id
    where ${inSites(scope, 'h.site_id')} and h.year = ${startsOf('year')}
      and (s.cut is null or (h.year + interval '1 year')::date <= s.cut)
    union all ${storedMonths(scope, sql`h.month = ${startsOf('month')}`)}
    union all
    select h.site_id, h.month, h.head_days, h.known_days from starts s join head_months h on h.site_id = s.site_id
      and h.month >= date_trunc('year', s.cut::timestamp)::date and h.month < s.cut
    where date_trunc('year', s.cut::timestamp)::date = ${startsOf('year')}`
}

/** The pieces, split at the beginnings of periods; several lots of a site may overlap. */
function computedBlocks(by: HeadBy): RawBuilder<unknown> {
  const known = sql`(
    select site_id, lower(r) as first, upper(r) as after
    from (select site_id, range_agg(daterange(first, after)) as days from pieces group by site_id) k, unnest(k.days) r)`
  if (by === null)
    return sql`select site_id, first as day, head * (after - first) as head_days, 0 as known_days from pieces
      union all select site_id, first, 0, after - first from ${known} k`
  const step = sql`${sql.lit(`1 ${by}`)}::interval`
  const periodsOf = (table: string) => {
    const [first, after] = [sql.ref(`${table}.first`), sql.ref(`${table}.after`)]
    return {
      day: sql`greatest(${first}, b.first::date)`,
      days: sql`(least(${after}, (b.first + ${step})::date) - greatest(${first}, b.first::date))`,
      periods: sql`generate_series(date_trunc(${sql.lit(by)}, ${first}::timestamp), (${after} - 1)::timestamp, ${step})
        as b (first)`,
    }
  }
  const [ofPieces, ofKnown] = [periodsOf('p'), periodsOf('k')]
  return sql`
    select p.site_id, ${ofPieces.day} as day, p.head * ${ofPieces.days} as head_days, 0 as known_days
    from pieces p, ${ofPieces.periods}
    union all select k.site_id, ${ofKnown.day}, 0, ${ofKnown.days} from ${known} k, ${ofKnown.periods}`
}

/** Whether a month `h` ends within the period. */
const isWithin = ({ to }: InsightScope) => sql`h.month < ${monthOf(sql`${to}::date + 1`)}`

/** The known head of stored months `h` by day. */
const storedDays = (scope: InsightScope, condition: RawBuilder<unknown>) => sql`
  select h.site_id, h.month + (n - 1)::int as day, head as head_days, 1 as known_days
  from head_months h left join starts s on s.site_id = h.site_id
    cross join lateral unnest(h.heads) with ordinality as d (head, n)
  where ${inSites(scope, 'h.site_id')} and (s.cut is null or h.month < s.cut) and ${condition} and head is not null
    and h.month between ${monthOf(sql`${scope.from}::date`)} and ${scope.to}::date
    and h.month + (n - 1)::int between ${scope.from}::date and ${scope.to}::date`

/** Whether the head of a site `s` is known on any day of the period. */
export const isHeadKnown = (scope: InsightScope): RawBuilder<boolean> =>
  lotKeysOf(scope)
    ? sql`s.id in (select site_id from pieces)`
    : sql`(s.id in (select site_id from pieces) or exists (
        select from head_months h cross join lateral unnest(h.heads) with ordinality as d (head, n)
        where h.site_id = s.id and h.month between ${monthOf(sql`${scope.from}::date`)} and ${scope.to}::date
          and head is not null and h.month + (n - 1)::int between ${scope.from}::date and ${scope.to}::date
          and h.month < coalesce((select cut from starts t where t.site_id = s.id), 'infinity')))`
