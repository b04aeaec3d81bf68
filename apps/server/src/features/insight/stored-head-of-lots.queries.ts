import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day } from '@chisholm/domain/dates'
import { monthOf, piecesOfLots } from './head.queries.ts'
import type { InsightScope } from './insight-scope.ts'
import { inSites } from './insight-scope.queries.ts'
import { periodList } from './stored-deaths.queries.ts'
import { sumPeriods, wholeMonths } from './sum-periods.ts'

/**
 * A query `(lot_id, head_days)` of the lots of the sites of a scope. It reads the stored months and years, and computes
 * the days that they do not cover: incomplete months of the period, and those from the first change of a site that is
 * not stored.
 */
export function headDaysOfLots(scope: InsightScope): RawBuilder<unknown> {
  const months = wholeMonths(scope)
  return sql`
    with cuts as (
      select s.id as site_id, least(m.cut, coalesce(h.until + 1, '-infinity')) as cut
      from sites s
        left join head_of_lots_stored h on h.site_id = s.id
        left join (select site_id, ${monthOf(sql`min(day)`)} as cut from mortality_changes group by site_id) m
          on m.site_id = s.id
      where ${inSites(scope, 's.id')}
    )
    select lot_id, sum(head_days)::float8 as head_days
    from (${months ? partlyStored(scope, months) : computed(sql`${scope.from}::date`, scope.to)}) h group by lot_id`
}

function partlyStored(scope: InsightScope, months: { from: Day; to: Day }): RawBuilder<unknown> {
  const periods = sumPeriods(months)
  const years = periods.filter(({ grain }) => grain === 'year').map(({ start }) => start)
  const firstUnstored = sql`greatest(${months.from}::date, least(c.cut, ${months.to}::date + 1))`
  return sql`
    select h.lot_id, h.head_days
    from ${periodList(periods)} p (grain, start)
      join head_of_lots h on h.grain = p.grain and h.start = p.start join cuts c on c.site_id = h.site_id
    where (p.start + ('1 ' || p.grain)::interval)::date <= c.cut
    union all
    select h.lot_id, h.head_days
    from cuts c join head_of_lots h on h.grain = 'month' and h.site_id = c.site_id and h.start < c.cut
      and h.start >= date_trunc('year', c.cut::timestamp)::date
    where date_trunc('year', c.cut::timestamp)::date = any(${years}::date[])
    union all ${computed(firstUnstored, scope.to)}
    ${scope.from < months.from ? sql`union all ${computed(sql`${scope.from}::date`, addDays(months.from, -1))}` : sql``}`
}

/** @param first  the first day of a site `c` */
const computed = (first: RawBuilder<unknown>, to: Day) => sql`(
  with starts as (select c.site_id, ${first} as first from cuts c where ${first} <= ${to}::date),
  ${piecesOfLots(sql`${to}::date`)}
  select lot_id, head * (after - first) as head_days from pieces
)`
