import { type RawBuilder, sql } from 'kysely'
import type { MortalityRow } from '@chisholm/domain/schemas/insight'
import type { Executor } from '../../database/executor.ts'
import type { InsightScope } from './insight-scope.ts'
import { diagnosisOf, inScope, inSites } from './insight-scope.queries.ts'
import { type DeathKeys, deathRows } from './stored-deaths.queries.ts'
import { headBlocks, isHeadKnown } from './stored-head.queries.ts'

const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]
export const mortalityKeys = [
  'month',
  'week',
  'day',
  'customer',
  'site',
  'lot',
  'pen',
  'diagnosis',
  'system',
  'days_on_feed',
] as const
export type MortalityBy = (typeof mortalityKeys)[number]
export const isPeriod = (by: MortalityBy): by is Period => periods.some((period) => period === by)

/** A row of the answer before its rate is computed. */
export type CountedRow = Omit<MortalityRow, 'per_1000_head_month'>

/** Deaths of one key. */
export interface DeathCount {
  key: string | null
  deaths: number
  examined: number
}

interface HeadDays {
  key: string | null
  head_days: number
  /** Days with a known head, summed over the sites of the key. */
  known_days: number
}

export interface MortalityFigures {
  /** Deaths by key; empty for lots and pens, which have a query of their own. */
  deaths: DeathCount[]
  head: HeadDays[]
  total_head: number | null
  /** Days with a known head, summed over all sites. */
  known_days: number
  /** Sites with deaths or a known head. */
  sites: number
}

/** The first day of a day's period. */
const startOf = (period: Period, day: RawBuilder<unknown>) =>
  period === 'day' ? day : sql`date_trunc(${sql.lit(period)}, ${day}::timestamp)::date`

function keyOf(by: Exclude<MortalityBy, LotOrPen>, scope: InsightScope): RawBuilder<unknown> {
  switch (by) {
    case 'customer':
      return sql`s.customer_id::text`
    case 'site':
      return sql`d.site_id::text`
    case 'diagnosis':
    case 'system':
      return sql`${diagnosisOf(scope)}::text`
    case 'days_on_feed':
      return sql`d.feed_band::text`
    default:
      return startOf(by, sql`d.day`)
  }
}

/** The key of the head days of blocks `b`; only periods, sites and customers have head days. */
function headKeyOf(by: MortalityBy): RawBuilder<unknown> {
  if (by === 'customer') return sql`s.customer_id::text`
  if (by === 'site') return sql`b.site_id::text`
  return isPeriod(by) ? startOf(by, sql`b.day`) : sql`null::text`
}

const hasHead = (by: MortalityBy) => isPeriod(by) || by === 'site' || by === 'customer'

/** The rows of periods are summed by day first: dates group faster than periods are computed for each death. */
const rowsOf = (by: MortalityBy, rows: RawBuilder<unknown>) =>
  isPeriod(by)
    ? sql`select r.day, sum(r.deaths) as deaths, sum(r.examined) as examined from (${rows}) r group by 1`
    : rows

const deathKeysOf = (by: MortalityBy): DeathKeys => ({
  grain: by === 'day' || by === 'week' ? 'day' : by === 'month' ? 'month' : 'any',
  site: by === 'site' || by === 'customer',
  cause: by === 'diagnosis' || by === 'system',
  feed: by === 'days_on_feed',
})

export type LotOrPen = Extract<MortalityBy, 'lot' | 'pen'>
export const isLotOrPen = (by: MortalityBy): by is LotOrPen => by === 'lot' || by === 'pen'

function countedDeaths(by: Exclude<MortalityBy, LotOrPen>, scope: InsightScope): RawBuilder<unknown> {
  const rows = rowsOf(by, deathRows(scope, deathKeysOf(by)))
  return sql`
    select ${keyOf(by, scope)} as key, sum(d.deaths)::int as deaths, sum(d.examined)::int as examined
    from (${rows}) d ${by === 'customer' ? sql`join sites s on s.id = d.site_id` : sql``}
    group by 1 having sum(d.deaths) > 0`
}

const list = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(r), '[]') from (${rows}) r)`
const none = sql`'[]'::json`

/**
 * Counts deaths and head days of a scope by a key, in one statement, so that they are consistent. With a filter of
 * lots, the head is that of these lots.
 */
export async function countMortality(db: Executor, scope: InsightScope, by: MortalityBy): Promise<MortalityFigures> {
  const isBySite = by === 'site' || by === 'customer'
  const { rows } = await sql<MortalityFigures>`
    with ${headBlocks(scope, isBySite ? null : isPeriod(by) ? by : 'month')},
    head as (
      select ${headKeyOf(by)} as key, sum(b.head_days::float8) as head_days, sum(b.known_days) as known_days
      from blocks b ${by === 'customer' ? sql`join sites s on s.id = b.site_id` : sql``} group by 1
    )
    select ${isLotOrPen(by) ? none : list(countedDeaths(by, scope))} as deaths,
           ${hasHead(by) ? list(sql`select key, head_days, known_days from head`) : none} as head,
           (select sum(h.head_days) from head h) as total_head,
           (select coalesce(sum(h.known_days), 0)::int from head h) as known_days,
           (select count(*)::int from sites s where ${inSites(scope, 's.id')} and (${isHeadKnown(scope)}
              or exists (select from deaths d where d.site_id = s.id and ${inScope(scope)}))) as sites`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('the query returned no row')
  return figures
}
