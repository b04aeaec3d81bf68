import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../database/executor.ts'
import { headPieces, headPiecesOfLots } from './head.queries.ts'
import type { InsightScope } from './insight-scope.ts'
import { diagnosisOf, inScope, inSites, lotKeysOf } from './insight-scope.queries.ts'

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

/** Deaths of one key. `sample` is the id of one of the animals. */
export interface DeathCount {
  key: string | null
  site_id: string | null
  deaths: number
  examined: number
  sample: string | null
}

interface HeadDays {
  key: string | null
  head_days: number
}

export interface MortalityFigures {
  deaths: DeathCount[]
  head: HeadDays[]
  total_head: number | null
  /** Days on which the head of a site is known, of all sites together. */
  known_days: number
  /** Sites with deaths or a known head. */
  sites: number
}

/** The text of the first day of the period of a day. */
const startOf = (period: Period, day: RawBuilder<unknown>) => sql`date_trunc(${sql.lit(period)}, ${day})::date::text`

function keyOf(by: MortalityBy, scope: InsightScope): RawBuilder<unknown> {
  switch (by) {
    case 'customer':
      return sql`s.customer_id::text`
    case 'site':
      return sql`d.site_id::text`
    case 'lot':
      return sql`d.lot_key`
    case 'pen':
      return sql`d.pen_key`
    case 'diagnosis':
    case 'system':
      return sql`${diagnosisOf(scope)}::text`
    case 'days_on_feed':
      return sql`d.feed_band::text`
    default:
      return startOf(by, sql`d.day`)
  }
}

function headByKey(by: MortalityBy, scope: InsightScope): RawBuilder<unknown> {
  const days = sql`sum(p.head * (p.after - p.first))::float8 as head_days`
  if (by === 'customer')
    return sql`select s.customer_id::text as key, ${days} from pieces p join sites s on s.id = p.site_id group by 1`
  if (by === 'site') return sql`select p.site_id::text as key, ${days} from pieces p group by 1`
  if (by === 'lot')
    return sql`with ${headPiecesOfLots(scope)} select p.lot_id::text as key, ${days} from pieces p group by 1`
  if (!isPeriod(by)) return sql`select null::text as key, null::float8 as head_days where false`
  const step = sql`${sql.lit(`1 ${by}`)}::interval`
  // each piece is cut at the beginnings of the periods that it reaches into
  return sql`
    select b.first::date::text as key,
           sum(p.head * (least(p.after, (b.first + ${step})::date) - greatest(p.first, b.first::date)))::float8 as head_days
    from pieces p, generate_series(date_trunc(${sql.lit(by)}, p.first::timestamp), (p.after - 1)::timestamp, ${step})
      as b (first)
    group by 1`
}

/**
 * Counts deaths and head days of a scope by a key, in one statement, so that they belong together. Where a filter names
 * lots, the head is that of these lots.
 */
export async function countMortality(db: Executor, scope: InsightScope, by: MortalityBy): Promise<MortalityFigures> {
  const diagnosis = diagnosisOf(scope)
  const site = by === 'lot' || by === 'pen' ? sql`d.site_id` : sql`null::uuid`
  const sample = by === 'lot' || by === 'pen' ? sql`any_value(d.animal_id)` : sql`null::uuid`
  const { rows } = await sql<MortalityFigures>`
    with ${lotKeysOf(scope) ? headPiecesOfLots(scope) : headPieces(scope)},
    counted as (
      select ${keyOf(by, scope)} as key, ${site} as site_id, count(*)::int as deaths,
             (count(*) filter (where d.completed and ${diagnosis} is not null))::int as examined, ${sample} as sample
      from deaths d ${by === 'customer' ? sql`join sites s on s.id = d.site_id` : sql``}
      where ${inScope(scope)} group by 1, 2
    ),
    known as (
      select site_id, range_agg(daterange(first, after)) as days from pieces where lot_id is not null group by site_id
    ),
    -- pieces of counts do not overlap, those of lots do
    known_days as (
      select after - first as days from pieces where lot_id is null
      union all select upper(r) - lower(r) from known k, unnest(k.days) r
    ),
    known_sites as (select distinct site_id from pieces)
    select (select coalesce(json_agg(c), '[]') from counted c) as deaths,
           (select coalesce(json_agg(h), '[]') from (${headByKey(by, scope)}) h) as head,
           (select sum(p.head * (p.after - p.first))::float8 from pieces p) as total_head,
           (select coalesce(sum(days), 0)::int from known_days) as known_days,
           (select count(*)::int from sites s where ${inSites(scope, 's.id')} and (s.id in (select site_id from known_sites)
              or exists (select from deaths d where d.site_id = s.id and ${inScope(scope)}))) as sites`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('counting gave nothing')
  return figures
}
