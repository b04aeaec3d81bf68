import {
  addDays,
  type Day,
  dayOf,
  formatClockTime,
  formatMonthDay,
  formatTimeOfDay,
  hasTime,
  timestampAt,
  zoneOfSite,
  type Zone,
} from '@chisholm/domain/dates'
import type { Planner } from '@chisholm/domain/schemas/planner'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { yearUnlessCurrent } from '@chisholm/domain/short-dates'
import { isAfterClock, spanOfVisit } from '@chisholm/domain/visits'
import { nobody } from '../../ui/nobody.ts'
import { plannerTexts } from './planner-texts.ts'

export const daysOfWeek = (monday: Day): Day[] => [0, 1, 2, 3, 4, 5, 6].map((count) => addDays(monday, count))

const weekdayOf = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay()
const nameOfWeekday = (day: Day) => plannerTexts.weekdays[weekdayOf(day)] ?? ''
const dateOf = (day: Day) => Number(day.slice(8))

/** Like `Mon 23`. */
export const formatWeekday = (day: Day): string => `${nameOfWeekday(day).slice(0, 3)} ${dateOf(day)}`
/** Like `Monday, November 23`. */
export const formatWholeWeekday = (day: Day): string => `${nameOfWeekday(day)}, ${formatMonthDay(day)}`

/** Like `Monday, November 23`, of another year than today like `Mon, November 22, 2027`, which fits the same header. */
export function formatDayHeading(day: Day, today: Day): string {
  const year = yearUnlessCurrent(day, today)
  return year ? `${nameOfWeekday(day).slice(0, 3)}, ${formatMonthDay(day)}, ${year}` : formatWholeWeekday(day)
}

/** Like `November 23–29`, or `November 30 – December 6`; of another year than today like `November 22–28, 2027`. */
export function formatDays(first: Day, last: Day, today: Day): string {
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  const days = isOneMonth
    ? `${formatMonthDay(first)}–${dateOf(last)}`
    : `${formatMonthDay(first)} – ${formatMonthDay(last)}`
  const isCurrent = [first, last].every((day) => yearUnlessCurrent(day, today) === null)
  return isCurrent ? days : `${days}, ${last.slice(0, 4)}`
}

export const zoneOfVisit = ({ site }: PostMortemCard, practiceZone: Zone) => zoneOfSite(site, practiceZone)

/** The day of a visit at its site; null without one. */
export const dayOfVisit = (visit: PostMortemCard, practiceZone: Zone): Day | null =>
  visit.scheduled_at ? dayOf(visit.scheduled_at, zoneOfVisit(visit, practiceZone)) : null

/** The time of a visit at its site, like `14:30`; empty if it has none. */
function timeOfVisit(visit: PostMortemCard, practiceZone: Zone): string {
  const zone = zoneOfVisit(visit, practiceZone)
  return visit.scheduled_at && hasTime(visit.scheduled_at, zone) ? formatClockTime(visit.scheduled_at, zone) : ''
}

/** Whether an open visit is planned after its carcass clock ends. False once it has ended: no other plan would be better. */
export const isTooLate = (visit: PostMortemCard, practiceZone: Zone, now: Date): boolean =>
  visit.completed_at === null &&
  visit.scheduled_at !== null &&
  visit.examine_by !== null &&
  now <= new Date(visit.examine_by) &&
  isAfterClock({ scheduledAt: visit.scheduled_at, zone: zoneOfVisit(visit, practiceZone) }, visit.examine_by)

export const vetIdOf = (visit: PostMortemCard) => visit.scheduled_for?.id ?? nobody

/** Compares the times of two visits, for sorting. */
export const byTime = (one: PostMortemCard, other: PostMortemCard): number =>
  String(one.scheduled_at).localeCompare(String(other.scheduled_at))

/** The visits of a board cell, in order of time. */
export const visitsIn = ({ visits }: Pick<Planner, 'visits'>, vetId: string, day: Day, practiceZone: Zone) =>
  visits.filter((visit) => vetIdOf(visit) === vetId && dayOfVisit(visit, practiceZone) === day).toSorted(byTime)

/** Whether a veterinarian is away on a day. */
export const isAwayOn = ({ absences }: Pick<Planner, 'absences'>, vetId: string, day: Day): boolean =>
  absences.some(({ user_id, from, to }) => user_id === vetId && from <= day && day <= to)

const halfHours = Array.from(
  { length: 48 },
  (_, count) => `${String(Math.floor(count / 2)).padStart(2, '0')}:${count % 2 ? '30' : '00'}`,
)
const [dayBegins, dayEnds] = ['06:00', '20:00']

/** The half hour in which a visit begins; 00:00 means no time of day. */
export const slotOfVisit = (visit: PostMortemCard, practiceZone: Zone): string =>
  halfHours.findLast((slot) => slot <= timeOfVisit(visit, practiceZone)) ?? '00:00'

/** The half hours of a day from 6:00 to 20:00 and those with visits, preceded by the row of visits without a time. */
export function slotsOfDay(visits: readonly PostMortemCard[], practiceZone: Zone): string[] {
  const used = visits.map((visit) => slotOfVisit(visit, practiceZone)).filter((slot) => slot !== '00:00')
  const [first, last] = [
    [dayBegins, ...used].toSorted()[0] ?? dayBegins,
    [dayEnds, ...used].toSorted().at(-1) ?? dayEnds,
  ]
  return ['00:00', ...halfHours.filter((slot) => slot >= first && slot <= last)]
}

/** Formats `14:30` like `2:30 PM`. */
export const formatClock = (time: string) => formatTimeOfDay(`2000-01-01T${time}:00Z`, 'UTC')

/** Formats minutes like `45 min`, or `8 h 46 min`. */
export function formatDriveTime(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.round(minutes) / 60), Math.round(minutes) % 60]
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

const firstVisitAt = '09:00'

/** The start of a visit dropped on a vet and day: its own time, else after the vet's last visit of the day. */
export function scheduledAtOnDay(
  visit: PostMortemCard,
  others: readonly PostMortemCard[],
  day: Day,
  practiceZone: Zone,
): string {
  const zone = zoneOfVisit(visit, practiceZone)
  const own = timeOfVisit(visit, practiceZone)
  const first = timestampAt(day, own || firstVisitAt, zone)
  if (own || visit.scheduled_at) return (own ? first : timestampAt(day, '00:00', zone)).toISOString()
  const ends = others.flatMap((other) => {
    const { scheduled_at: scheduledAt, duration_minutes: durationMinutes, id } = other
    const otherZone = zoneOfVisit(other, practiceZone)
    const span = scheduledAt && id !== visit.id ? spanOfVisit({ scheduledAt, durationMinutes, zone: otherZone }) : null
    return span ? [span.end] : []
  })
  const latest = new Date(Math.max(first.getTime(), ...ends))
  return (dayOf(latest, zone) === day ? latest : first).toISOString()
}
