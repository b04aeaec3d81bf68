/** Calendar day `YYYY-MM-DD`, without a zone. */
export type Day = string
/** An IANA time zone like `America/Edmonton`. */
export type Zone = string
/** Timestamp as a Date (database) or ISO 8601 text (API). */
export type Timestamp = Date | string

export const hour = 3_600_000
const week = 7 * 24 * hour

/** UTC offset in minutes, valid from this time (ISO 8601). */
export interface OffsetChange {
  from: string
  minutes: number
}
const serverOffsets = new Map<Zone, { from: number; offset: number }[]>()

/**
 * Uses the server's offsets for a zone, up to the last change. Governments change clocks at short notice and phones
 * update late: with the server's offsets both show the same time.
 */
export function useServerOffsets(zone: Zone, changes: OffsetChange[]): void {
  serverOffsets.set(
    zone,
    changes.map(({ from, minutes }) => ({ from: Date.parse(from), offset: minutes * 60_000 })),
  )
}

/** Offset changes of a zone within a period; the first entry is its start, the last its end. */
export function listOffsetChanges(zone: Zone, start: Date, end: Date): OffsetChange[] {
  const moments = [start.getTime()]
  for (let at = start.getTime(); at < end.getTime(); at += week)
    if (exactOffset(at, zone) !== exactOffset(at + week, zone)) moments.push(findOffsetChange(at, at + week, zone))
  return [...moments.filter((at) => at < end.getTime()), end.getTime()].map((at) => ({
    from: new Date(at).toISOString(),
    minutes: exactOffset(at, zone) / 60_000,
  }))
}

/** Finds the second at which the offset changes, by bisection. */
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
  /** Cached offset per week since 1970; null if it changes within the week. */
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
  // an old browser may not know a new zone: a wrong hour is better than no page
  const timeZone = isZone(zone) ? zone : 'UTC'
  const format = new Intl.DateTimeFormat('en-US', { ...parts, hourCycle: 'h23', timeZone })
  const made = { format, weeks: new Map() }
  zoneFormats.set(zone, made)
  return made
}

function exactOffset(moment: number, zone: Zone): number {
  // month, day, year, hours, minutes, seconds: the order of en-US
  const shown = zoneFormat(zone).format.format(moment).match(/\d+/g)?.map(Number) ?? []
  const [month = 1, date = 1, year = 1970, hours = 0, minutes = 0, seconds = 0] = shown
  const wall = new Date(0)
  wall.setUTCFullYear(year, month - 1, date)
  return wall.setUTCHours(hours, minutes, seconds) - Math.floor(moment / 1000) * 1000
}

/**
 * UTC offset in milliseconds. Intl takes 4 µs per call, noticeable in exports of a million timestamps, so weeks with
 * equal ends are cached.
 */
export function offsetAt(moment: number, zone: Zone): number {
  const known = serverOffsets.get(zone) ?? []
  const isCovered = moment < (known.at(-1)?.from ?? -Infinity)
  const last = isCovered ? known.findLast(({ from }) => from <= moment) : undefined
  if (last) return last.offset
  const number = Math.floor(moment / week)
  // 1970 to 2100 only: arbitrary timestamps must not fill the cache
  if (number < 0 || number > 6800) return exactOffset(moment, zone)
  const { weeks } = zoneFormat(zone)
  if (!weeks.has(number)) {
    const [start, end] = [exactOffset(number * week, zone), exactOffset((number + 1) * week, zone)]
    weeks.set(number, start === end ? start : null)
  }
  return weeks.get(number) ?? exactOffset(moment, zone)
}

/** Local day and time of a timestamp. */
export function wallClock(moment: Timestamp, zone: Zone): { day: Day; time: string } {
  const at = new Date(moment).getTime()
  return splitIso(at + offsetAt(at, zone))
}

/** Timestamp of a UTC day and time. */
export const joinIso = (day: Day, time: string): number => Date.parse(`${day.length > 10 ? `+0${day}` : day}T${time}Z`)

export function splitIso(at: number): { day: Day; time: string } {
  const [day = '', time = ''] = new Date(at).toISOString().split('T')
  // five-digit years have a sign
  return { day: day.replace(/^\+0*/, ''), time: time.slice(0, -1) }
}

/** Whether a text is a known IANA time zone. Offsets like `+02:00` are not: they have no daylight saving time. */
export function isZone(text: string): boolean {
  if (!/^[a-z]/i.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
