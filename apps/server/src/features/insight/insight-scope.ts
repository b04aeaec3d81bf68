import { addDays, dayOf, isDay, type Day, type Zone } from '@chisholm/domain/dates'
import { type UnknownField, unknownFields } from '@chisholm/domain/insight-lists'
import { malformed } from '../../http/app-error.ts'
import type { Executor } from '../../database/executor.ts'
import type { SiteId } from '../../database/ids.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import { type Filter, isTrue, readFilters } from '../../http/filters.ts'
import { parseFeedBand } from './feed-bands.ts'
import { commonTimeZone } from './insight-scope.queries.ts'

/** The scope of a figure: the caller's sites, a period and filters. */
export interface InsightScope {
  sites: AuthorizedSites
  from: Day
  to: Day
  filters: Filter<InsightFilter>[]
  /** Restricts the figure to some of the sites. */
  among?: readonly SiteId[]
  /** Counts issued opinions, as for clients, whoever asks. */
  issuedOnly?: true
}

export const insightFilters = {
  customer_id: 'id',
  site_id: 'id',
  lot: 'text',
  diagnosis_id: 'id',
  system: 'text',
} as const
export type InsightFilter = keyof typeof insightFilters

/** The filters of the list of deaths. Those in `unknownFields` also accept `:isnull`. */
const deathFilters = { ...insightFilters, days_on_feed: 'exact' } as const

/** The scope of a list of deaths, for example those behind a bar of a chart. */
export interface DeathsScope extends InsightScope {
  /** Bands of 30 days on feed; null: all. */
  feedBands: number[] | null
  unknown: { field: UnknownField; isUnknown: boolean }[]
}

const firstDay = '1000-01-01'
const lastDay = '9998-12-31'

function readPeriodDay(name: string, text: string | undefined): Day | null {
  if (!text) return null
  if (isDay(text) && text >= firstDay && text <= lastDay) return text
  throw malformed(`${name} must be a day like 2026-11-23, not "${text}".`)
}

/** The same day ten years later; for February 29th the 28th. */
const tenYearsAfter = (day: Day): Day => `${Number(day.slice(0, 4)) + 10}${day.slice(4).replace('02-29', '02-28')}`

/**
 * Reads period and filters; by default the last 365 days.
 * @throws malformed  a day or a filter is invalid, or the period is longer than ten years
 */
export async function readInsightScope(
  query: PeriodQuery & { filter?: unknown },
  caller: Caller,
): Promise<InsightScope> {
  const scope = { sites: caller.sites, filters: await readInsightFilters(query.filter) }
  return { ...scope, ...(await readPeriod(query, caller, scope)) }
}

interface PeriodQuery {
  from?: string
  to?: string
}

/** The sites that may be read, and the sources of today's date. */
interface Caller {
  db: Executor
  sites: AuthorizedSites
  /** The time zone of the practice. */
  zone: Zone
}

/** Today is the day of the sites if they share a time zone, else that of the practice. */
async function readPeriod(
  query: PeriodQuery,
  { db, zone }: Caller,
  scope: Pick<InsightScope, 'sites' | 'filters'>,
): Promise<{ from: Day; to: Day }> {
  const [first, last] = [readPeriodDay('from', query.from), readPeriodDay('to', query.to)]
  const today = last ?? dayOf(new Date(), (await commonTimeZone(db, scope)) ?? zone)
  const to = last ?? (first !== null && first > today ? first : today)
  const from = first ?? addDays(to, -364)
  if (to < from) throw malformed(`to must not be before from: ${to} is before ${from}.`)
  if (to > tenYearsAfter(from)) throw malformed('from and to must span at most 10 years.')
  return { from, to }
}

// none of the filters is a day, so the zone does not matter
const anyZone = async () => ({ zone: 'UTC' })

/** @throws malformed  a filter is unknown, or a value is invalid */
export async function readInsightFilters(raw: unknown): Promise<Filter<InsightFilter>[]> {
  const filters = await readFilters(raw, insightFilters, anyZone)
  const other = filters.find(({ op }) => op !== 'eq')
  if (other) throw malformed(`The filter "${other.field}" takes values, without "${other.op}".`)
  return filters
}

/**
 * Reads the period and filters of a list of deaths; by default the last 365 days.
 * @throws malformed  a day or a filter is invalid, or the period is longer than ten years
 */
export async function readDeathsScope(query: PeriodQuery & { filter?: unknown }, caller: Caller): Promise<DeathsScope> {
  const scope: Omit<DeathsScope, 'from' | 'to'> = { sites: caller.sites, filters: [], feedBands: null, unknown: [] }
  for (const filter of await readFilters(query.filter, deathFilters, anyZone)) {
    const { field, op, values } = filter
    const unknown = unknownFields.find((one) => one === field)
    if (op === 'isnull' && unknown) scope.unknown.push({ field: unknown, isUnknown: isTrue(filter) })
    else if (op !== 'eq') throw malformed(`The filter "${field}" takes values, without "${op}".`)
    else if (field === 'days_on_feed') scope.feedBands = values.map((value) => parseFeedBand(value))
    else scope.filters.push({ ...filter, field })
  }
  return { ...scope, ...(await readPeriod(query, caller, scope)) }
}

/** The value of `by`, by default the first. @throws malformed  it is none of these */
export function readBy<By extends string>(text: string | undefined, known: readonly [By, ...By[]]): By {
  if (!text) return known[0]
  const by = known.find((one) => one === text)
  if (!by) throw malformed(`by must be one of ${known.join(', ')}, not "${text}".`)
  return by
}
