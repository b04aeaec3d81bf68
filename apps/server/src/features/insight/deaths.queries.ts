import { type RawBuilder, sql } from 'kysely'
import { addDays } from '@chisholm/domain/dates'
import type { Death } from '@chisholm/domain/schemas/insight'
import { and } from '../../database/and-sql.ts'
import type { Executor } from '../../database/executor.ts'
import type { MonthCount, MonthsOfPage } from '../../database/months-of-page.ts'
import type { DeathsScope } from './insight-scope.ts'
import { diagnosisOf, inScope, siteWithCustomer } from './insight-scope.queries.ts'
import { deathRows } from './stored-deaths.queries.ts'

/** Whether deaths, or sums of deaths, `d` match the filters of days on feed and of unknown fields. */
function matchesDeathFilters(scope: DeathsScope): RawBuilder<boolean> {
  const columns = { lot: sql`d.lot_key`, diagnosis_id: diagnosisOf(scope), days_on_feed: sql`d.feed_band` }
  return and([
    ...(scope.feedBands ? [sql<boolean>`d.feed_band = any(${scope.feedBands}::smallint[])`] : []),
    ...scope.unknown.map(
      ({ field, isUnknown }) => sql<boolean>`${columns[field]} ${sql.raw(isUnknown ? 'is null' : 'is not null')}`,
    ),
  ])
}

export interface DeathsPage {
  perPage: number
  /** Whether the latest deaths come first. */
  descending: boolean
}
const directionOf = ({ descending }: DeathsPage) => sql.raw(descending ? 'desc' : 'asc')

/** The deaths of a scope, or sums of them, that match its filters. */
function matchingRows(scope: DeathsScope, grain: 'day' | 'month'): RawBuilder<unknown> {
  const filtersBy = (field: string) => scope.unknown.some((one) => one.field === field)
  const rows = deathRows(scope, {
    grain,
    cause: filtersBy('diagnosis_id'),
    feed: scope.feedBands !== null || filtersBy('days_on_feed'),
    lot: filtersBy('lot'),
  })
  return sql`select d.day, d.deaths from (${rows}) d where ${matchesDeathFilters(scope)}`
}

/** Number of deaths in each month of a scope, in the order of the list. */
export async function countDeathsByMonth(db: Executor, scope: DeathsScope, page: DeathsPage): Promise<MonthCount[]> {
  const { rows: months } = await sql<MonthCount>`
    select date_trunc('month', d.day::timestamp)::date::text as month, sum(d.deaths)::int as rows
    from (${matchingRows(scope, 'month')}) d group by 1 having sum(d.deaths) > 0
    order by 1 ${directionOf(page)}`.execute(db)
  return months
}

/**
 * The deaths of a page by date of death, grouped by ticket within a day. The days of its months are counted first, from
 * sums or an index, so that animals are read only for the days of the page.
 */
export async function readDeaths(
  db: Executor,
  scope: DeathsScope,
  { earliest, latest, skip }: MonthsOfPage,
  page: DeathsPage,
): Promise<Death[]> {
  const direction = directionOf(page)
  const lastOfMonths = addDays(`${addDays(latest, 31).slice(0, 7)}-01`, -1)
  const ofMonths = {
    ...scope,
    from: earliest > scope.from ? earliest : scope.from,
    to: lastOfMonths < scope.to ? lastOfMonths : scope.to,
  }
  const matches = sql`${inScope(scope)} and ${matchesDeathFilters(scope)}`
  const { rows } = await sql<Death>`
    with days as (
      select day, deaths, sum(deaths) over (order by day ${direction}) as upto
      from (
        select d.day, sum(d.deaths) as deaths from (${matchingRows(ofMonths, 'day')}) d group by 1 having sum(d.deaths) > 0
      ) d
    ),
    found as (
      select min(day) as first, max(day) as last, min(upto - deaths) as before
      from days where upto > ${skip} and upto - deaths < ${skip + page.perPage}
    ),
    page as (
      select d.animal_id, d.day, ${diagnosisOf(scope)} as diagnosis, a.post_mortem_id
      from deaths d join animals a on a.id = d.animal_id
      where d.day between (select first from found) and (select last from found) and ${matches}
      order by d.day ${direction}, a.post_mortem_id, d.animal_id
      limit ${page.perPage} offset ${skip} - (select before from found)
    )
    select a.id, a.tag, a.rfid, nullif(btrim(a.lot), '') as lot, nullif(btrim(a.pen), '') as pen,
           g.day as date_of_death, case when a.arrived_at <= g.day then g.day - a.arrived_at end as days_on_feed,
           e.name as diagnosis,
           ${siteWithCustomer} as site,
           json_build_object('id', t.id, 'title', 'CHM-' || t.pin, 'status', t.status) as post_mortem
    from page g join animals a on a.id = g.animal_id join post_mortems t on t.id = g.post_mortem_id
      join sites s on s.id = a.site_id join customers c on c.id = s.customer_id
      left join library_entries e on e.id = g.diagnosis
    order by g.day ${direction}, g.post_mortem_id, g.animal_id`.execute(db)
  return rows
}
