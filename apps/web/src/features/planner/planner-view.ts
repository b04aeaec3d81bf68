import { addDays, type Day, formatMonth } from '@chisholm/domain/dates'
import { mondayOf } from '@chisholm/domain/weeks'
import { daysOfWeek, formatDayHeading, formatWeek } from './planner-week.ts'

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

/** The day before (`-1`) or after (`1`), or one in the week or month before or after. */
export function neighbourOf(view: PlannerView, day: Day, direction: -1 | 1): Day {
  if (view === 'day') return addDays(day, direction)
  if (view === 'week') return addDays(mondayOf(day), 7 * direction)
  return firstOfMonth(direction === 1 ? addDays(firstOfMonth(day), 31) : addDays(firstOfMonth(day), -1))
}

/** The heading of a view. */
export const formatView = (view: PlannerView, day: Day, today: Day): string =>
  view === 'day' ? formatDayHeading(day, today) : view === 'week' ? formatWeek(mondayOf(day), today) : formatMonth(day)
