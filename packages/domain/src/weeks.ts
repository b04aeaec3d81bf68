import { addDays, type Day, daysBetween } from './dates.ts'

/** The Monday of the ISO week of a day. */
export const mondayOf = (day: Day): Day => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The ISO week of a day: 2026-W47. */
export function isoWeek(day: Day): string {
  // an ISO week belongs to the year of its Thursday
  const thursday = addDays(mondayOf(day), 3)
  const year = thursday.slice(0, 4)
  const week = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}
