import type { Zone } from '@chisholm/domain/dates'
import type { Planner } from '@chisholm/domain/schemas/planner'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { spanOfVisit } from '@chisholm/domain/visits'
import type { Move, VisitPlan } from './planner-queries.ts'

/** The other tickets without a date at the site of a visit, most urgent first. */
export const othersAtSite = ({ unscheduled }: Pick<Planner, 'unscheduled'>, visit: PostMortemCard): PostMortemCard[] =>
  unscheduled.filter(({ id, site }) => site.id === visit.site.id && id !== visit.id)

/**
 * The moves that plan further tickets of a site after a visit, one after the other with the same veterinarian. After a
 * visit without a time they have none either.
 * @param zone  of the site
 */
export function movesAfter(plan: VisitPlan, others: readonly PostMortemCard[], zone: Zone): Move[] {
  let { scheduled_at, duration_minutes: durationMinutes } = plan
  return others.map((visit) => {
    const span = scheduled_at ? spanOfVisit({ scheduledAt: scheduled_at, durationMinutes, zone }) : null
    if (span) scheduled_at = new Date(span.end).toISOString()
    durationMinutes = visit.duration_minutes
    return { visit, plan: { scheduled_at, vet: plan.vet, duration_minutes: durationMinutes } }
  })
}
