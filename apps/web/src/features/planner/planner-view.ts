import { addDays, type Day, formatMonth } from '@chisholm/domain/dates'
import { mondayOf } from '@chisholm/domain/weeks'
import { daysOfWeek, formatDayHeading, formatDays } from './planner-week.ts'

export const plannerViews = ['day', 'week', 'month'] as const
export type PlannerView = (typeof plannerViews)[number]

const weeksOfMonth = 6
const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`

/** The days of a view. A month consists of full weeks, so that every month has the same height. */
export function daysOfView(view: PlannerView, day: Day): Day[] {
  if (view === 'day') return [day]
  if (view === 'week') return daysOfWeek(mondayOf(day))
  const monday = mondayOf(firstOfMonth(day))
  return Array.from({ length: weeksOfMonth }, (_, week) => daysOfWeek(addDays(monday, week * 7))).flat()
}

const daysAhead = 6

/** The days of a week; of the current one, at least today and the six days after it. */
export function withDaysAhead(week: Day[], today: Day): Day[] {
  if (!week.includes(today)) return week
  const ahead = Array.from({ length: daysAhead }, (_, count) => addDays(today, count + 1))
  return [...week, ...ahead.filter((day) => !week.includes(day))]
}

/** The days from today on: at a weekend, the current week is nearly over. Null on other days. */
export function weekFromToday(day: Day, today: Day): Day[] | null {
  const isWeekend = daysOfWeek(mondayOf(today)).indexOf(today) >= 5
  return day === today && isWeekend ? Array.from({ length: 7 }, (_, count) => addDays(today, count)) : null
}

/** The day before (`-1`) or after (`1`), or one in the week or month before or after. */
export function neighbourOf(view: PlannerView, day: Day, direction: -1 | 1): Day {
  if (view === 'day') return addDays(day, direction)
  if (view === 'week') return addDays(mondayOf(day), 7 * direction)
  return firstOfMonth(direction === 1 ? addDays(firstOfMonth(day), 31) : addDays(firstOfMonth(day), -1))
}

/** The heading of a view. Where the current week goes on into the next one, it begins with today. */
export function formatView(view: PlannerView, day: Day, days: readonly Day[], today: Day): string {
  if (view === 'day') return formatDayHeading(day, today)
  if (view === 'month') return formatMonth(day)
  const [first = day, last = day] = [days.length > 7 ? today : days[0], days.at(-1)]
  return formatDays(first, last, today)
}
