import { type Day, dayOf, formatShortDay, formatTimeOfDay, hasTime, type Timestamp, type Zone } from './dates.ts'

/** The year of a day, unless it is the current one. */
export const yearUnlessCurrent = (day: Day, today: Day): string | null =>
  day.slice(0, 4) === today.slice(0, 4) ? null : day.slice(0, 4)

/** Formats a day like `Nov 20`, of another year than today like `Nov 20 2025`. */
export const formatRecentDay = (day: Day, today: Day): string =>
  [formatShortDay(day), yearUnlessCurrent(day, today)].filter(Boolean).join(' ')

/** Formats a visit like `Nov 25, 2:30 PM`, of another year than today like `Nov 25 2025, 2:30 PM`. */
export function formatShortVisit(visit: Timestamp, zone: Zone, today: Day): string {
  const day = formatRecentDay(dayOf(visit, zone), today)
  return hasTime(visit, zone) ? `${day}, ${formatTimeOfDay(visit, zone)}` : day
}
