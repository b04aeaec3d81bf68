import { formatLongDay, formatTimeOfDay, hasTime, timestampAt, type Zone } from '@chisholm/domain/dates'
import type { Day } from '@chisholm/domain/dates'
import type { Planner } from '@chisholm/domain/schemas/planner'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { clockWarning, firstDayAway, overlaps } from '@chisholm/domain/visits'
import { serverNow } from '../../api/server-clock.ts'
import { plannerTexts } from './planner-texts.ts'
import { slotOfVisit, scheduledAtOnDay, vetIdOf, visitsIn, zoneOfVisit } from './planner-week.ts'

/** The veterinarian of a cell in the month view, where a dropped visit keeps its own. */
export const sameVet = 'same'
/** A visit without a time of day. */
export const anyTime = '00:00'

/** The target of a dropped visit. */
export interface DropTarget {
  vetId: string
  day: Day
  /** `HH:mm` in cells of a day; null if the visit keeps its time or is appended to the others. */
  time: string | null
}

export const formatTarget = ({ vetId, day, time }: DropTarget): string => [vetId, day, time ?? ''].join(' ').trim()

export function parseTarget(id: string): DropTarget | null {
  const [vetId, day, time = null] = id.split(' ')
  return vetId && day ? { vetId, day, time } : null
}

/** The start of a visit dropped here; null if it is already here. */
export function scheduledAtOfDrop(
  visit: PostMortemCard,
  target: DropTarget,
  planner: Planner,
  zone: Zone,
): string | null {
  const vetId = target.vetId === sameVet ? vetIdOf(visit) : target.vetId
  const others = visitsIn(planner, vetId, target.day, zone)
  if (target.time === null)
    return others.some(({ id }) => id === visit.id) ? null : scheduledAtOnDay(visit, others, target.day, zone)
  const isUnmoved = others.some(({ id }) => id === visit.id) && slotOfVisit(visit, zone) === target.time
  return isUnmoved ? null : timestampAt(target.day, target.time, zoneOfVisit(visit, zone)).toISOString()
}

interface PlannedVisit {
  vetId: string
  vetName: string
  scheduled_at: string
  duration_minutes: number
}

/** Warnings about a plan before it is made: an absence, overlapping visits, an expiring carcass clock. */
export function warningsOfPlan(visit: PostMortemCard, plan: PlannedVisit, planner: Planner, zone: Zone): string[] {
  const siteZone = zoneOfVisit(visit, zone)
  const span = (one: Pick<PostMortemCard, 'duration_minutes'>, scheduledAt: string, itsZone: Zone) => ({
    scheduledAt,
    durationMinutes: one.duration_minutes,
    zone: itsZone,
  })
  const own = span(plan, plan.scheduled_at, siteZone)
  const dayAway = firstDayAway(
    own,
    planner.absences.filter(({ user_id }) => user_id === plan.vetId),
  )
  const clashing = planner.visits.filter(
    (other) =>
      other.id !== visit.id &&
      other.completed_at === null &&
      other.scheduled_for !== null &&
      other.scheduled_for.id === plan.vetId &&
      other.scheduled_at !== null &&
      overlaps(own, span(other, other.scheduled_at, zoneOfVisit(other, zone))),
  )
  const ofClock = clockWarning(own, visit.examine_by, serverNow())
  return [
    ...(dayAway ? [texts.warning.away(plan.vetName, formatLongDay(dayAway))] : []),
    ...clashing.map(({ title, scheduled_at }) =>
      texts.warning.overlap(plan.vetName, title, formatTimeOfDay(scheduled_at ?? '', siteZone)),
    ),
    ...(ofClock ? [ofClock] : []),
  ]
}

/** Like `CHM-12 at 11:00 AM`. */
export const formatDrop = (visit: PostMortemCard, scheduledAt: string, zone: Zone): string => {
  const siteZone = zoneOfVisit(visit, zone)
  return hasTime(scheduledAt, siteZone)
    ? plannerTexts.dropAt(visit.title, formatTimeOfDay(scheduledAt, siteZone))
    : visit.title
}
