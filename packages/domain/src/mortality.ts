import { addDays, type Day, daysBetween } from './dates.ts'

/** Deaths per 1,000 head and month of 365.25 / 12 days; null where the head is unknown or nought. */
export const ratePer1000HeadMonth = (deaths: number, headDays: number | null): number | null =>
  headDays ? (deaths / headDays) * 1000 * (365.25 / 12) : null

/** The ISO week of a day: 2026-W47. */
export function isoWeek(day: Day): string {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  // a week belongs to the year of its Thursday
  const thursday = addDays(day, 3 - weekday)
  const year = thursday.slice(0, 4)
  const week = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}

const months = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The month of a day: November 2026. */
export const monthName = (day: Day): string => months.format(new Date(`${day}T00:00:00Z`))
