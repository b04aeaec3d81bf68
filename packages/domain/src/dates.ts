import {
  type Day,
  hour,
  joinIso,
  type Timestamp,
  offsetAt,
  splitIso,
  wallClock,
  type Zone,
} from './time-zone-offsets.ts'

/* Days and timestamps. A timestamp is UTC, whereas a day belongs to a place, so every conversion takes a time zone.
   This module does all formatting. The time zones of the machine and the browser are never used. */

export { isZone, useServerOffsets, listOffsetChanges } from './time-zone-offsets.ts'
export type { Day, Timestamp, OffsetChange, Zone } from './time-zone-offsets.ts'

const pad = (value: number) => String(value).padStart(2, '0')

/** The day on which a timestamp falls in a zone. */
export const dayOf = (timestamp: Timestamp, zone: Zone): Day => wallClock(timestamp, zone).day

/** Time of day in a zone, 24-hour clock, like `14:30`. */
export const formatClockTime = (timestamp: Timestamp, zone: Zone): string => wallClock(timestamp, zone).time.slice(0, 5)

/**
 * Converts a local day and time to a timestamp. Of a time that occurs twice, because clocks go back, it returns the
 * first. A time that is skipped, because clocks go forward, moves later by the skipped amount: 02:30 becomes 03:30.
 * @param time  `HH:mm`
 * @param after  of a time that occurs twice, only an occurrence after this one counts
 */
export function timestampAt(day: Day, time: string, zone: Zone, after?: Date): Date {
  const wall = joinIso(day, `${time}:00`)
  // Clocks change at most once within two days, so the offset is one of these two.
  const before = offsetAt(wall - 24 * hour, zone)
  const candidates = [before, offsetAt(wall + 24 * hour, zone)].map((offset) => wall - offset)
  const earliest = after?.getTime() ?? -Infinity
  const shown = candidates.filter((at) => at + offsetAt(at, zone) === wall && at > earliest)
  return new Date(shown.length > 0 ? Math.min(...shown) : wall - before)
}

/** Start of a day in a zone: midnight, or later if the clocks skip it. */
export const startOfDay = (day: Day, zone: Zone): Date => timestampAt(day, '00:00', zone)

/** The day that many calendar days later, or earlier for a negative count. */
export function addDays(day: Day, count: number): Day {
  const date = Number(day.slice(-2)) + count
  // Every month has 28 days, and texts are added up faster than timestamps.
  if (date >= 1 && date <= 28) return `${day.slice(0, -2)}${String(date).padStart(2, '0')}`
  return splitIso(joinIso(day, '00:00:00') + count * 24 * hour).day
}

/** Number of days from one day to another, regardless of daylight saving time. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((joinIso(to, '00:00:00') - joinIso(from, '00:00:00')) / (24 * hour))

/** Whether a text is a day `YYYY-MM-DD` that exists: February 30th does not. */
export function isDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const timestamp = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(timestamp.getTime()) && timestamp.toISOString().startsWith(text)
}

/** The first day that a record of cattle may have. Earlier ones are mistakes of typing. */
const firstPlausibleDay = '1950-01-01'

/** Whether something may have happened, or be planned, on a day: in the last decades or within a year from now. */
export const isPlausibleDay = (day: Day, now: Date): boolean =>
  day >= firstPlausibleDay && day <= addDays(dayOf(now, 'UTC'), 366)

/** Parses a typed `MM/DD/YYYY` (specification 9). Returns null if there is no such day. */
export function parseTypedDay(typed: string): Day | null {
  const match = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(typed)
  if (!match) return null
  const day = `${match[3]}-${match[1]?.padStart(2, '0')}-${match[2]?.padStart(2, '0')}`
  return isDay(day) ? day : null
}

/** Formats a day the way users type it: `MM/DD/YYYY`. */
export const formatTypedDay = (day: Day) => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`

// Constants instead of Intl, whose formatters take milliseconds to create while the app starts.
const monthNames = 'January February March April May June July August September October November December'.split(' ')
const partsOf = (day: Day) => ({
  year: Number(day.slice(0, -6)),
  month: monthNames[Number(day.slice(-5, -3)) - 1] ?? '',
  date: Number(day.slice(-2)),
})

function ordinalSuffix(date: number): string {
  if (date >= 11 && date <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][date % 10] ?? 'th'
}

/** Formats a day like `November 20th 2026` (specification 9, 'MMMM Do YYYY'). */
export function formatLongDay(day: Day): string {
  const { year, month, date } = partsOf(day)
  return `${month} ${date}${ordinalSuffix(date)} ${year}`
}

/** Formats a day like `November 20`. */
export function formatMonthDay(day: Day): string {
  const { month, date } = partsOf(day)
  return `${month} ${date}`
}

/** Formats a day like `Nov 20`. Where it may be of another year, use `formatRecentDay`. */
export function formatShortDay(day: Day): string {
  const { month, date } = partsOf(day)
  return `${month.slice(0, 3)} ${date}`
}

/** Formats the month of a day like `November 2026`. */
export function formatMonth(day: Day): string {
  const { month, year } = partsOf(day)
  return `${month} ${year}`
}

/** Formats the day of a timestamp like `November 20th 2026`. */
export const formatLongDate = (timestamp: Timestamp, zone: Zone): string => formatLongDay(dayOf(timestamp, zone))

/** Formats the time of day like `2:30 PM`. */
export function formatTimeOfDay(timestamp: Timestamp, zone: Zone): string {
  const [hours = 0, minutes = 0] = formatClockTime(timestamp, zone).split(':').map(Number)
  return `${hours % 12 || 12}:${pad(minutes)} ${hours < 12 ? 'AM' : 'PM'}`
}

/** Formats a timestamp like `November 20th 2026, 2:30 PM`. */
export const longTimestamp = (timestamp: Timestamp, zone: Zone): string =>
  `${formatLongDate(timestamp, zone)}, ${formatTimeOfDay(timestamp, zone)}`

/** Whether a visit has a time of day. A visit that is scheduled for a day starts at midnight, when nobody visits. */
export const hasTime = (visit: Timestamp, zone: Zone): boolean =>
  new Date(visit).getTime() !== startOfDay(dayOf(visit, zone), zone).getTime()

/** Formats a visit like `November 25th 2026, 2:30 PM`. Without a time of day, only the day is shown. */
export const formatLongVisit = (visit: Timestamp, zone: Zone): string =>
  hasTime(visit, zone) ? longTimestamp(visit, zone) : formatLongDate(visit, zone)

/** A site that may have its own time zone. Null: that of the practice. */
interface ZonedSite {
  time_zone?: Zone | null
}

/** The time zone of a site. */
export const zoneOfSite = ({ time_zone }: ZonedSite, practiceZone: Zone): Zone => time_zone ?? practiceZone

/** Name of a zone at a time, like `MDT`. */
const zoneName = (timestamp: Timestamp, timeZone: Zone) =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(new Date(timestamp))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/**
 * Name of a zone at a time, like `MDT`; null where the clock of a device shows the same time.
 * @param deviceOffset  minutes that UTC is ahead of the device, as `Date.getTimezoneOffset` has them
 */
export const zoneNameIfElsewhere = (timestamp: Timestamp, zone: Zone, deviceOffset: number): string | null =>
  offsetAt(new Date(timestamp).getTime(), zone) === -deviceOffset * 60_000 ? null : zoneName(timestamp, zone)

/**
 * Formats a visit in the time zone of its site, whose name follows where clocks there differ from those of the practice:
 * `November 25th 2026, 2:30 PM CST`.
 */
export function formatVisitAtSite(
  visit: Timestamp,
  site: ZonedSite,
  practiceZone: Zone,
  format: typeof formatLongVisit = formatLongVisit,
): string {
  const zone = zoneOfSite(site, practiceZone)
  const isElsewhere = offsetAt(new Date(visit).getTime(), zone) !== offsetAt(new Date(visit).getTime(), practiceZone)
  return isElsewhere && hasTime(visit, zone) ? `${format(visit, zone)} ${zoneName(visit, zone)}` : format(visit, zone)
}

/** Formats ISO 8601 with the offset of a zone, like `2026-10-16T18:30:00.000-06:00`. */
export function formatIsoInZone(timestamp: Timestamp, zone: Zone): string {
  const { day, time } = wallClock(timestamp, zone)
  const minutes = Math.round((joinIso(day, time) - new Date(timestamp).getTime()) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${day}T${time}${minutes < 0 ? '-' : '+'}${pad(hours)}:${pad(rest)}`
}
