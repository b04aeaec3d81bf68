import { type Day, dayOf, formatLongVisit, hasTime, type Timestamp, type Zone } from './dates.ts'
import { texts } from './texts.ts'

/** A visit of a veterinarian to a site. */
export interface Visit {
  id: string
  scheduledAt: Timestamp
  durationMinutes: number
  /** The time zone of the site. */
  zone: Zone
}

/** Start and end of a visit in milliseconds; null if it only has a day. */
export function spanOfVisit({ scheduledAt, durationMinutes, zone }: Omit<Visit, 'id'>) {
  if (!hasTime(scheduledAt, zone)) return null
  const start = new Date(scheduledAt).getTime()
  return { start, end: start + durationMinutes * 60_000 }
}

/** The days of a visit at its site, two if it lasts past midnight. */
function daysOfVisit(visit: Omit<Visit, 'id'>): { from: Day; to: Day } {
  const from = dayOf(visit.scheduledAt, visit.zone)
  const span = spanOfVisit(visit)
  return { from, to: span ? dayOf(new Date(span.end - 1), visit.zone) : from }
}

/** The first day of a visit on which its veterinarian is away. */
export function firstDayAway(visit: Omit<Visit, 'id'>, absences: readonly { from: Day; to: Day }[]): Day | undefined {
  const { from, to } = daysOfVisit(visit)
  return absences
    .filter((absence) => absence.from <= to && absence.to >= from)
    .map((absence) => (absence.from > from ? absence.from : from))
    .toSorted()[0]
}

/** Whether two visits of one veterinarian overlap. Visits without a time never do. */
export function overlaps(one: Omit<Visit, 'id'>, other: Omit<Visit, 'id'>): boolean {
  const [a, b] = [spanOfVisit(one), spanOfVisit(other)]
  return a !== null && b !== null && a.start < b.end && b.start < a.end
}

/** Whether a visit begins after a carcass clock has ended. Without a time of day it does on a later day only. */
export const isAfterClock = (
  { scheduledAt, zone }: Pick<Visit, 'scheduledAt' | 'zone'>,
  examineBy: Timestamp,
): boolean =>
  hasTime(scheduledAt, zone)
    ? new Date(scheduledAt) > new Date(examineBy)
    : dayOf(scheduledAt, zone) > dayOf(examineBy, zone)

/** Warns of a visit that begins after a carcass clock, which may have ended already. */
export function clockWarning(
  visit: Pick<Visit, 'scheduledAt' | 'zone'>,
  examineBy: Timestamp | null,
  now: Date,
): string | null {
  if (!examineBy || !isAfterClock(visit, examineBy)) return null
  const { clockEnded, clockEnds } = texts.warning
  const when = formatLongVisit(examineBy, visit.zone)
  return new Date(examineBy) > now ? clockEnds(when) : clockEnded(when)
}

/** Groups of overlapping visits of one veterinarian, each in order of time. */
export function clashesAmong<V extends Visit>(visits: readonly V[]): V[][] {
  const timed = visits
    .flatMap((visit) => {
      const span = spanOfVisit(visit)
      return span ? [{ visit, ...span }] : []
    })
    .toSorted((a, b) => a.start - b.start)
  const groups: V[][] = []
  let end = -Infinity
  for (const { visit, ...span } of timed) {
    if (span.start < end) groups.at(-1)?.push(visit)
    else groups.push([visit])
    end = Math.max(end, span.end)
  }
  return groups.filter((group) => group.length > 1)
}
