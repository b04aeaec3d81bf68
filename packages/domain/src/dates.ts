const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const ordinal = (day: number) => {
  if (day % 100 >= 11 && day % 100 <= 13) return `${day}th`
  return `${day}${['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'}`
}

/** A calendar day as written in the database and API: `YYYY-MM-DD`, without a zone. */
export type Day = string

const pad = (value: number, width = 2) => String(value).padStart(width, '0')

/** Gives the local calendar day of a moment as `YYYY-MM-DD`. */
export const dayOf = (moment: Date): Day =>
  `${pad(moment.getFullYear(), 4)}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`

/** Says whether a text is a day that exists, written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

/** Reads what a person types as `MM/DD/YYYY` (specification 9); null when no such day exists. */
export function dayFromTyped(typed: string): Day | null {
  const match = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(typed)
  if (!match) return null
  const day = `${match[3]}-${match[1]?.padStart(2, '0')}-${match[2]?.padStart(2, '0')}`
  return isDay(day) ? day : null
}

/** Writes a day the way it is typed: `MM/DD/YYYY`. */
export const typedDay = (day: Day) => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`

/**
 * Shows a date like `November 20th 2026` (specification 9, 'MMMM Do YYYY').
 * A bare day stays that day everywhere; a moment is shown in the zone of the machine that shows it.
 */
export function longDate(value: string | Date): string {
  const day = typeof value === 'string' && isDay(value) ? value : dayOf(new Date(value))
  const [year, month, date] = day.split('-').map(Number)
  return `${months[(month ?? 1) - 1]} ${ordinal(date ?? 1)} ${year}`
}

/** Shows a date like `Nov 20`, for ticket cards. */
export function shortDate(value: string | Date): string {
  const day = typeof value === 'string' && isDay(value) ? value : dayOf(new Date(value))
  const [, month, date] = day.split('-').map(Number)
  return `${months[(month ?? 1) - 1]?.slice(0, 3)} ${date}`
}
