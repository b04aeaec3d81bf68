import { addDays, startOfDay, type Day, type Zone } from '@chisholm/domain/dates'
import type { SiteId } from '../../database/ids.ts'
import type { InsightScope } from './insight-scope.ts'
import { idsOf, type SiteInScope } from './insight-scope.queries.ts'
import {
  isFilteredByDeaths,
  readColumns,
  readMatchingColumns,
  type SentPostMortemColumns,
} from './sent-post-mortems.queries.ts'
import type { FigureContext } from '../../database/site-figures.ts'

/** The sent tickets of a site in the order in which they were sent. */
export interface SentPostMortems {
  /** Seconds since 1970. */
  requestedAt: Float64Array
  /** NaN: not yet. */
  toScheduledHours: Float64Array
  toCompletedHours: Float64Array
  /** Positions in `veterinarians`. */
  veterinarian: Uint16Array
  /** Ids; null: nobody. */
  veterinarians: (string | null)[]
  pin: Uint32Array
}

/** The tickets from `start` to before `end`: those that a site sent on the days of a scope. */
export interface SentPostMortemRange {
  site: SiteId
  zone: Zone
  tickets: SentPostMortems
  start: number
  end: number
}

const sitesAtOnce = 50

/**
 * The tickets of a scope that were sent on its days at their sites, by site.
 * @param sites  those of the scope
 */
export async function readSentPostMortems(
  ctx: FigureContext,
  scope: InsightScope,
  sites: readonly SiteInScope[],
  practiceZone: Zone,
): Promise<SentPostMortemRange[]> {
  const ids = idsOf(sites)
  const postMortemsBySite = isFilteredByDeaths(scope)
    ? bySite(await readMatchingColumns(ctx.db, scope, { sites: ids, ...widestPeriod(scope) }))
    : await readRemembered(ctx, ids)
  const rangeOf = createRangeOf(scope)
  return sites.flatMap(({ id, time_zone }) => {
    const tickets = postMortemsBySite.get(id)
    if (!tickets) return []
    const zone = time_zone ?? practiceZone
    const { start, end } = rangeOf(tickets, zone)
    return start === end ? [] : [{ site: id, zone, tickets, start, end }]
  })
}

/** Tickets in the order in which they were sent, in seconds since 1970. */
type Sent = Pick<SentPostMortems, 'requestedAt'>

/** Finds the tickets from `start` to before `end` that were sent on the days of a scope in a zone. */
export function createRangeOf({
  from,
  to,
}: InsightScope): (tickets: Sent, zone: Zone) => { start: number; end: number } {
  const periods = new Map<Zone, [start: number, end: number]>()
  return (tickets, zone) => {
    const period = periods.get(zone) ?? [secondsAtStart(from, zone), secondsAtStart(addDays(to, 1), zone)]
    periods.set(zone, period)
    return { start: firstSent(tickets, period[0]), end: firstSent(tickets, period[1]) }
  }
}

/** The beginning of a day in seconds since 1970. */
export const secondsAtStart = (day: Day, zone: Zone): number => startOfDay(day, zone).getTime() / 1000

/** The position of the first ticket that was sent at a time, in seconds since 1970, or later. */
export function firstSent({ requestedAt }: Sent, seconds: number): number {
  let [low, high] = [0, requestedAt.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((requestedAt[middle] ?? 0) < seconds) low = middle + 1
    else high = middle
  }
  return low
}

/** Moments between which the days of a scope are, whatever the zone. */
const widestPeriod = ({ from, to }: InsightScope): { from: Date; until: Date } => ({
  from: startOfDay(addDays(from, -2), 'UTC'),
  until: startOfDay(addDays(to, 3), 'UTC'),
})

const readRemembered = ({ db, siteFigures }: FigureContext, sites: SiteId[]) =>
  siteFigures.read(db, sites, {
    name: 'sent tickets',
    compute: async (changed) => {
      const columns: SentPostMortemColumns[] = []
      for (let first = 0; first < changed.length; first += sitesAtOnce)
        columns.push(...(await readColumns(db, changed.slice(first, first + sitesAtOnce))))
      return bySite(columns)
    },
    bytesOf: ({ pin }: SentPostMortems) => pin.length * 30,
  })

const bySite = (columns: SentPostMortemColumns[]): Map<SiteId, SentPostMortems> =>
  new Map(columns.map((site) => [site.site_id, compact(site)]))

function compact(columns: SentPostMortemColumns): SentPostMortems {
  const positions = new Map<string | null, number>()
  for (const id of columns.veterinarian_id) if (!positions.has(id)) positions.set(id, positions.size)
  const hours = (values: (number | null)[]) => Float64Array.from(values, (value) => value ?? Number.NaN)
  return {
    requestedAt: Float64Array.from(columns.requested_at),
    toScheduledHours: hours(columns.to_scheduled_hours),
    toCompletedHours: hours(columns.to_completed_hours),
    veterinarian: Uint16Array.from(columns.veterinarian_id, (id) => positions.get(id) ?? 0),
    veterinarians: [...positions.keys()],
    pin: Uint32Array.from(columns.pin),
  }
}
