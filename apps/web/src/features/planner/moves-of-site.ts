import { type Day, dayOf, hasTime, startOfDay, type Zone } from '@chisholm/domain/dates'
import type { Planner } from '@chisholm/domain/schemas/planner'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { spanOfVisit, type Visit } from '@chisholm/domain/visits'
import type { Move, VisitPlan } from './planner-queries.ts'

/** The other tickets without a date at the site of a visit, most urgent first. */
export const othersAtSite = ({ unscheduled }: Pick<Planner, 'unscheduled'>, visit: PostMortemCard): PostMortemCard[] =>
  unscheduled.filter(({ id, site }) => site.id === visit.site.id && id !== visit.id)

/**
 * The moves that plan further tickets of a site after a visit, one after the other with the same veterinarian. After a
 * visit without a time they have none either, nor do those that would begin on the next day, which nobody chose.
 * @param zone  of the site
 */
export function movesAfter(plan: VisitPlan, others: readonly PostMortemCard[], zone: Zone): Move[] {
  let { scheduled_at, duration_minutes: durationMinutes } = plan
  const day = scheduled_at && dayOf(scheduled_at, zone)
  return others.map((visit) => {
    if (scheduled_at && day) scheduled_at = startAfter({ scheduledAt: scheduled_at, durationMinutes, zone }, day)
    durationMinutes = visit.duration_minutes
    return { visit, plan: { scheduled_at, vet: plan.vet, duration_minutes: durationMinutes } }
  })
}

/** When a visit begins that follows another one on a day; at any time if it does not fit into the day. */
function startAfter(visit: Omit<Visit, 'id'>, day: Day): string {
  const span = spanOfVisit(visit)
  const next = span && new Date(span.end)
  return (next && dayOf(next, visit.zone) === day ? next : startOfDay(day, visit.zone)).toISOString()
}

/** How many further tickets have no time although the first one has: they do not fit into its day. */
export function countWithoutTime(moves: readonly Move[], zone: Zone): number {
  const [first, ...further] = moves
  const isTimed = ({ plan: { scheduled_at } }: Move) => scheduled_at !== null && hasTime(scheduled_at, zone)
  return first && isTimed(first) ? further.filter((move) => !isTimed(move)).length : 0
}
