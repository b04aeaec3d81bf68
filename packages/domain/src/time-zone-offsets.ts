/** A calendar day as written in the database and API: `YYYY-MM-DD`, without a zone. */
export type Day = string
/** An IANA time zone like `America/Edmonton`. */
export type Zone = string
/** A moment as the database (Date) or the API (ISO 8601) gives it. */
export type Timestamp = Date | string

export const hour = 3_600_000
const week = 7 * 24 * hour

/** From a moment on (ISO 8601), how many minutes the clocks of a zone are ahead of UTC. */
export interface OffsetChange {
  from: string
  minutes: number
}
const serverOffsets = new Map<Zone, { from: number; offset: number }[]>()

/**
 * Takes somebody else's word for a zone, up to the last of the changes. Governments change their clocks at short notice,
 * and a phone knows of it years after the server: the server tells how it reckons, so that both show the same time.
 */
export function useServerOffsets(zone: Zone, changes: OffsetChange[]): void {
  serverOffsets.set(
    zone,
    changes.map(({ from, minutes }) => ({ from: Date.parse(from), offset: minutes * 60_000 })),
  )
}

/** How the offset of a zone changes between two moments; the first entry is the start, the last one the end. */
export function listOffsetChanges(zone: Zone, start: Date, end: Date): OffsetChange[] {
  const moments = [start.getTime()]
  for (let at = start.getTime(); at < end.getTime(); at += week)
    if (exactOffset(at, zone) !== exactOffset(at + week, zone)) moments.push(findOffsetChange(at, at + week, zone))
  return [...moments.filter((at) => at < end.getTime()), end.getTime()].map((at) => ({
    from: new Date(at).toISOString(),
    minutes: exactOffset(at, zone) / 60_000,
  }))
}

/** The second at which the offset of a zone becomes what it is at the end. */
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
  /** The offset of each week counted from 1970 that was asked about; null where it changes within the week. */
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
  // an old browser may not know a new zone: beyond what it learned, a wrong hour is better than no page
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
 * How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. Asking Intl takes 4 µs, which an export of
 * a million moments would feel, so a week whose two ends agree is asked about once.
 */
export function offsetAt(moment: number, zone: Zone): number {
  const known = serverOffsets.get(zone) ?? []
  const isCovered = moment < (known.at(-1)?.from ?? -Infinity)
  const last = isCovered ? known.findLast(({ from }) => from <= moment) : undefined
  if (last) return last.offset
  const number = Math.floor(moment / week)
  // 1970 to 2100: moments that callers make up must not fill the memory
  if (number < 0 || number > 6800) return exactOffset(moment, zone)
  const { weeks } = zoneFormat(zone)
  if (!weeks.has(number)) {
    const [start, end] = [exactOffset(number * week, zone), exactOffset((number + 1) * week, zone)]
    weeks.set(number, start === end ? start : null)
  }
  return weeks.get(number) ?? exactOffset(moment, zone)
}

/** What calendar and clock of a place show at a moment. */
export function wallClock(moment: Timestamp, zone: Zone): { day: Day; time: string } {
  const at = new Date(moment).getTime()
  return splitIso(at + offsetAt(at, zone))
}

/** The moment at which a clock in UTC shows this. */
export const joinIso = (day: Day, time: string): number => Date.parse(`${day.length > 10 ? `+0${day}` : day}T${time}Z`)

export function splitIso(at: number): { day: Day; time: string } {
  const [day = '', time = ''] = new Date(at).toISOString().split('T')
  // a year of five digits comes with a sign
  return { day: day.replace(/^\+0*/, ''), time: time.slice(0, -1) }
}

/** Whether a text names an IANA time zone that this runtime knows. Offsets like `+02:00` do not: they know no summer. */
export function isZone(text: string): boolean {
  if (!/^[a-z]/i.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
