import { formatLongDay, formatTimeOfDay } from '@chisholm/domain/dates'
import { texts } from '@chisholm/domain/texts'
import { firstDayAway, overlaps } from '@chisholm/domain/visits'
import { formatTicketNumber } from '@chisholm/domain/ticket-number'
import type { PostMortemId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import * as queries from './visit-warnings.queries.ts'

/**
 * Warnings about a visit that was just scheduled: its veterinarian is away on a day of it, or has another visit at that time
 * (decisions.md section 8). They do not prevent scheduling.
 */
export async function warningsAboutVisit(ctx: WriteContext, id: PostMortemId): Promise<string[]> {
  const visit = await queries.visitById(ctx.db, id)
  if (!visit?.scheduled_at || !visit.scheduled_for_id) return []
  const { time_zone: practiceZone } = await ctx.provider(ctx.db)
  const toVisit = (row: queries.VisitRow, scheduledAt: Date) => ({
    scheduledAt,
    durationMinutes: row.duration_minutes,
    zone: row.time_zone ?? practiceZone,
  })
  const own = toVisit(visit, visit.scheduled_at)
  const others = await queries.visitsNear(ctx.db, visit.scheduled_for_id, own.scheduledAt)
  const dayAway = firstDayAway(own, await queries.absencesNear(ctx.db, visit.scheduled_for_id, own.scheduledAt))
  const { warning } = texts
  const vet = visit.vet || warning.someVet
  return [
    ...(dayAway ? [warning.away(vet, formatLongDay(dayAway))] : []),
    ...others.flatMap((other) =>
      other.id !== id && other.scheduled_at && overlaps(own, toVisit(other, other.scheduled_at))
        ? [warning.overlap(vet, formatTicketNumber(other.pin), formatTimeOfDay(other.scheduled_at, own.zone))]
        : [],
    ),
  ]
}
