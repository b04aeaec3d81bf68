/** A calendar day `YYYY-MM-DD`. It belongs to no time zone. */
export type Day = string
/** An IANA time zone like `America/Edmonton`. */
export type Zone = string
/** A timestamp: a Date from the database, or an ISO 8601 text from the API. */
export type Timestamp = Date | string

export const hour = 3_600_000
const week = 7 * 24 * hour

/** The UTC offset in minutes that holds from this time (ISO 8601). */
export interface OffsetChange {
  from: string
  minutes: number
}
const serverOffsets = new Map<Zone, { from: number; offset: number }[]>()

/**
 * Uses the server's offsets for a zone, up to the last change in the list. Governments change clocks at short notice
 * and phones update late. With the server's offsets, both show the same time.
 */
export function useServerOffsets(zone: Zone, changes: OffsetChange[]): void {
  serverOffsets.set(
    zone,
    changes.map(({ from, minutes }) => ({ from: Date.parse(from), offset: minutes * 60_000 })),
  )
}

/** Lists the offset changes of a zone within a period. The first entry is the start of the period, the last its end. */
export function listOffsetChanges(zone: Zone, start: Date, end: Date): OffsetChange[] {
  const timestamps = [start.getTime()]
  for (let at = start.getTime(); at < end.getTime(); at += week)
    if (exactOffset(at, zone) !== exactOffset(at + week, zone)) timestamps.push(findOffsetChange(at, at + week, zone))
  return [...timestamps.filter((at) => at < end.getTime()), end.getTime()].map((at) => ({
    from: new Date(at).toISOString(),
    minutes: exactOffset(at, zone) / 60_000,
  }))
}

function findOffsetChange(start: number, end: number, zone: Zone): number {
  let [before, after] = [start, end]
  while (after - before > 1000) {
    const middle = before + Math.floor((after - before) / 2000) * 1000
    if (exactOffset(middle, zone) === exactOffset(end, zone)) after = middle
    else before = middle
  }
  return after
}

interface ZoneFormat {
  format: Intl.DateTimeFormat
  /** Offset of each week since 1970. Null if it changes within the week. */
  weeks: Map<number, number | null>
}
const zoneFormats = new Map<Zone, ZoneFormat>()

function zoneFormat(zone: Zone): ZoneFormat {
  const known = zoneFormats.get(zone)
  if (known) return known
  const numeric = 'numeric'
  const parts = {
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  } as const
  // An old browser may not know a new zone. A wrong hour is better than no page.
  const timeZone = isZone(zone) ? zone : 'UTC'
  const format = new Intl.DateTimeFormat('en-US', { ...parts, hourCycle: 'h23', timeZone })
  const made = { format, weeks: new Map() }
  zoneFormats.set(zone, made)
  return made
}

function exactOffset(timestamp: number, zone: Zone): number {
  // In en-US the order is month, day, year, hours, minutes, seconds.
  const shown = zoneFormat(zone).format.format(timestamp).match(/\d+/g)?.map(Number) ?? []
  const [month = 1, date = 1, year = 1970, hours = 0, minutes = 0, seconds = 0] = shown
  const wall = new Date(0)
  wall.setUTCFullYear(year, month - 1, date)
  return wall.setUTCHours(hours, minutes, seconds) - Math.floor(timestamp / 1000) * 1000
}

/**
 * UTC offset in milliseconds. Intl takes 4 µs per call, which an export of a million timestamps notices, so a week is
 * cached if its offset is the same at both ends.
 */
export function offsetAt(timestamp: number, zone: Zone): number {
  const known = serverOffsets.get(zone) ?? []
  const isCovered = timestamp < (known.at(-1)?.from ?? -Infinity)
  const last = isCovered ? known.findLast(({ from }) => from <= timestamp) : undefined
  if (last) return last.offset
  const number = Math.floor(timestamp / week)
  // Only 1970 to 2100 is cached, so that arbitrary timestamps cannot fill the cache.
  if (number < 0 || number > 6800) return exactOffset(timestamp, zone)
  const { weeks } = zoneFormat(zone)
  if (!weeks.has(number)) {
    const [start, end] = [exactOffset(number * week, zone), exactOffset((number + 1) * week, zone)]
    weeks.set(number, start === end ? start : null)
  }
  return weeks.get(number) ?? exactOffset(timestamp, zone)
}

/** Local day and time of a timestamp. */
export function wallClock(timestamp: Timestamp, zone: Zone): { day: Day; time: string } {
  const at = new Date(timestamp).getTime()
  return splitIso(at + offsetAt(at, zone))
}

/** Timestamp of a UTC day and time. */
export const joinIso = (day: Day, time: string): number => Date.parse(`${day.length > 10 ? `+0${day}` : day}T${time}Z`)

/** UTC day and time (`HH:mm:ss.sss`) of milliseconds since 1970. */
export function splitIso(at: number): { day: Day; time: string } {
  const [day = '', time = ''] = new Date(at).toISOString().split('T')
  // A year of five digits has a sign.
  return { day: day.replace(/^\+0*/, ''), time: time.slice(0, -1) }
}

/** The IANA time zones of three letters. Intl knows more, which other programs do not, or read as another zone. */
const shortZones = ['CET', 'EET', 'EST', 'GMT', 'HST', 'MET', 'MST', 'PRC', 'ROC', 'ROK', 'UCT', 'UTC', 'WET']
const isNoIanaName = /^(?:systemv\/.*|us\/pacific-new|[a-z]{3})$/i

/** Whether a text is a known IANA time zone. Offsets like `+02:00` are rejected: they have no daylight saving time. */
export function isZone(text: string): boolean {
  if (!/^[a-z]/i.test(text)) return false
  if (isNoIanaName.test(text) && !shortZones.includes(text.toUpperCase())) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
