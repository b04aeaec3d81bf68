import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day } from '@chisholm/domain/dates'
import type { InsightScope } from './insight-scope.ts'
import {
  hasIssuedOpinions,
  causeMatches,
  deathMatches,
  diagnosisOf,
  inSites,
  isWholePractice,
  lotKeysOf,
  valuesOf,
} from './insight-scope.queries.ts'
import { type SumPeriod, sumPeriods, wholeMonths } from './sum-periods.ts'

/** The keys by which deaths are counted. */
export interface DeathKeys {
  /** The required resolution of the rows; `any` allows sums of months and years. */
  grain: 'day' | 'month' | 'any'
  site?: boolean
  cause?: boolean
  feed?: boolean
  lot?: boolean
  pen?: boolean
}

type SumTable = 'deaths_by_site' | 'deaths_by_site_and_cause' | 'deaths_by_cause_and_feed'
type NameTable = 'deaths_of_lots' | 'deaths_of_pens'

/**
 * Rows `(site_id, day, diagnosis_id, issued_diagnosis_id, feed_band, lot_key, pen, deaths, examined)` whose sums by these
 * keys equal those of the deaths of a scope. Other columns may be null. They come from stored sums, from changes that
 * are not yet included in them, and from the deaths themselves where no sums are stored. Rows with zero deaths are
 * possible. Pens are as entered: they may differ in case.
 */
export function deathRows(scope: InsightScope, keys: DeathKeys): RawBuilder<unknown> {
  const isByCause = keys.cause || valuesOf(scope, 'diagnosis_id') !== null || valuesOf(scope, 'system') !== null
  if (keys.lot || keys.pen) return rowsOfNames(scope, keys, isByCause || keys.feed === true)
  const single = singleDeaths(scope, scope.from, scope.to)
  if (lotKeysOf(scope)) return single
  const isPractice = isWholePractice(scope) && !keys.site
  const daily = (from: Day, to: Day) => sql`
    ${daySums(scope, isByCause, from, to)} union all ${changes(scope, from, to)}`
  if (isPractice && !keys.feed && (keys.grain === 'day' || !isByCause)) return daily(scope.from, scope.to)
  const months = wholeMonths(scope)
  if (keys.grain === 'day' || (keys.feed && !isPractice) || !months) return single
  const table = isPractice ? 'deaths_by_cause_and_feed' : isByCause ? 'deaths_by_site_and_cause' : 'deaths_by_site'
  const rest = (from: Day, to: Day) =>
    from > to ? sql`` : sql`union all ${isPractice && !keys.feed ? daily(from, to) : singleDeaths(scope, from, to)}`
  return sql`
    ${storedSums(scope, table, sumPeriods(months, keys.grain === 'month'))}
    union all ${changes(scope, months.from, months.to)}
    ${rest(scope.from, addDays(months.from, -1))}
    ${rest(addDays(months.to, 1), scope.to)}`
}

/** The rows by lot, or by pen. No sums have both, nor lots or pens with causes or days on feed. */
function rowsOfNames(scope: InsightScope, keys: DeathKeys, isByOther: boolean): RawBuilder<unknown> {
  const rest = (from: Day, to: Day) => singleDeaths(scope, from, to, true)
  const months = wholeMonths(scope)
  const isSummed = !isByOther && !(keys.lot && keys.pen) && (keys.lot || !lotKeysOf(scope)) && keys.grain !== 'day'
  if (!isSummed || !months) return rest(scope.from, scope.to)
  const periods = sumPeriods(months, keys.grain === 'month')
  return sql`
    ${sumsOfNames(scope, keys.lot ? 'deaths_of_lots' : 'deaths_of_pens', periods)}
    union all ${changesOfNames(scope, months.from, months.to)}
    ${months.from > scope.from ? sql`union all ${rest(scope.from, addDays(months.from, -1))}` : sql``}
    ${months.to < scope.to ? sql`union all ${rest(addDays(months.to, 1), scope.to)}` : sql``}`
}

function sumsOfNames(scope: InsightScope, table: NameTable, periods: SumPeriod[]): RawBuilder<unknown> {
  const isByLot = table === 'deaths_of_lots'
  return sql`
    select d.site_id, d.start as day, null::uuid as diagnosis_id, null::uuid as issued_diagnosis_id,
           null::smallint as feed_band, ${isByLot ? sql`nullif(d.lot_key, '')` : sql`null`} as lot_key,
           ${isByLot ? sql`null` : sql`nullif(d.pen, '')`} as pen, d.deaths,
           ${hasIssuedOpinions(scope) ? sql`d.issued_examined` : sql`d.examined`} as examined
    from ${periodList(periods)} p (grain, start) join ${sql.table(table)} d on d.grain = p.grain and d.start = p.start
    where ${inSites(scope, 'd.site_id')} and ${isByLot ? deathMatches(scope) : sql`true`}`
}

/** The changes that are not in the sums of lots and pens yet: older ones have no lot. */
const changesOfNames = (scope: InsightScope, from: Day, to: Day) => sql`
  select d.site_id, d.day, d.diagnosis_id, d.issued_diagnosis_id, d.feed_band,
         nullif(d.lot_key, ''), nullif(d.pen, ''), d.deaths, d.deaths * ${isExamined(scope)}
  from mortality_changes d
  where d.day between ${from}::date and ${to}::date and d.deaths <> 0 and d.lot_key is not null
    and ${inSites(scope, 'd.site_id')} and ${deathMatches(scope)}`

/**
 * Rows `(customer_diagnosis_id, diagnosis_id, issued_diagnosis_id, deaths)` of the deaths of a scope that both have
 * diagnosed.
 */
export function pairRows(scope: InsightScope): RawBuilder<unknown> {
  const columns = sql`d.customer_diagnosis_id, d.diagnosis_id, d.issued_diagnosis_id`
  const isDiagnosed = sql`d.customer_diagnosis_id is not null and ${diagnosisOf(scope)} is not null`
  const single = (from: Day, to: Day) => sql`
    select ${columns}, 1 as deaths from deaths d
    where ${isDiagnosed} and d.day between ${from}::date and ${to}::date and ${inSites(scope, 'd.site_id')}
      and ${deathMatches(scope)}`
  const months = wholeMonths(scope)
  if (!months || !isWholePractice(scope) || lotKeysOf(scope)) return single(scope.from, scope.to)
  return sql`
    select d.customer_diagnosis_id, d.diagnosis_id, null::uuid as issued_diagnosis_id, d.deaths
    from ${periodList(sumPeriods(months))} p (grain, start)
      join deaths_by_diagnosis_pair d on d.grain = p.grain and d.start = p.start
    where ${causeMatches(scope)}
    union all select ${columns}, d.deaths from mortality_changes d
    where ${isDiagnosed} and d.day between ${months.from}::date and ${months.to}::date and ${causeMatches(scope)}
    ${months.from > scope.from ? sql`union all ${single(scope.from, addDays(months.from, -1))}` : sql``}
    ${months.to < scope.to ? sql`union all ${single(addDays(months.to, 1), scope.to)}` : sql``}`
}

const isExamined = (scope: InsightScope) => sql`(d.completed and ${diagnosisOf(scope)} is not null)::int`

/** Reads lot and pen only if needed: without them an index covers all columns. */
const singleDeaths = (scope: InsightScope, from: Day, to: Day, lotAndPen = false) => sql`
  select d.site_id, d.day, d.diagnosis_id, d.issued_diagnosis_id, d.feed_band,
         ${lotAndPen ? sql`d.lot_key, coalesce(d.pen, d.pen_key) as pen` : sql`null as lot_key, null as pen`},
         1 as deaths, ${isExamined(scope)} as examined
  from deaths d
  where d.day between ${from}::date and ${to}::date and ${inSites(scope, 'd.site_id')} and ${deathMatches(scope)}`

/** Rows like `deathRows` of the changes that are not in the sums yet. */
export const changes = (scope: InsightScope, from: Day, to: Day) => sql`
  select d.site_id, d.day, d.diagnosis_id, d.issued_diagnosis_id, d.feed_band, null, null,
         d.deaths, d.deaths * ${isExamined(scope)}
  from mortality_changes d
  where d.day between ${from}::date and ${to}::date and d.deaths <> 0 and ${inSites(scope, 'd.site_id')}
    and ${causeMatches(scope)}`

const daySums = (scope: InsightScope, isByCause: boolean, from: Day, to: Day) => sql`
  select null::uuid as site_id, d.day, ${isByCause ? sql`d.diagnosis_id` : sql`null::uuid`} as diagnosis_id,
         null::uuid as issued_diagnosis_id, null::smallint as feed_band,
         null as lot_key, null as pen, d.deaths, d.examined
  from ${isByCause ? sql`deaths_by_day_and_cause` : sql`deaths_by_day_of_practice`} d
  where d.day between ${from}::date and ${to}::date and ${isByCause ? causeMatches(scope) : sql`true`}`

function storedSums(scope: InsightScope, table: SumTable, periods: SumPeriod[]): RawBuilder<unknown> {
  const ofPractice = table === 'deaths_by_cause_and_feed'
  const [none, noBand] = [sql`null::uuid`, sql`null::smallint`]
  const examined = ofPractice || !hasIssuedOpinions(scope) ? sql`d.examined` : sql`d.issued_examined`
  return sql`
    select ${ofPractice ? none : sql`d.site_id`} as site_id, d.start as day,
           ${table === 'deaths_by_site' ? none : sql`d.diagnosis_id`} as diagnosis_id,
           ${table === 'deaths_by_site_and_cause' ? sql`d.issued_diagnosis_id` : none} as issued_diagnosis_id,
           ${ofPractice ? sql`d.feed_band` : noBand} as feed_band,
           null as lot_key, null as pen, d.deaths, ${examined} as examined
    from ${periodList(periods)} p (grain, start) join ${sql.table(table)} d on d.grain = p.grain and d.start = p.start
    where ${ofPractice ? sql`true` : inSites(scope, 'd.site_id')}
      and ${table === 'deaths_by_site' ? sql`true` : causeMatches(scope)}`
}

export const periodList = (periods: SumPeriod[]): RawBuilder<unknown> =>
  sql`unnest(${periods.map(({ grain }) => grain)}::text[], ${periods.map(({ start }) => start)}::date[])`
