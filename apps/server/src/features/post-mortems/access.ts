import { can, canEver, type TicketAction, type TicketSubject } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { statusOf } from '@chisholm/domain/status'
import type { PostMortemId, SiteId, UserId } from '../../database/ids.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { checkVersion } from '../../http/etag.ts'
import { conflict, type Failure, forbidden, notFound } from '../../http/failures.ts'
import { type LockedTicket, lockTicket } from './post-mortems.queries.ts'

/** A row of post_mortems as the rules of the domain see it. */
const subjectOf = (ticket: {
  draft: boolean
  completed_at: Date | null
  scheduled_at: Date | null
  scheduled_for_id: UserId | null
  no_vet_visit_requested: boolean
}): TicketSubject => ({
  draft: ticket.draft,
  completedAt: ticket.completed_at,
  scheduledAt: ticket.scheduled_at,
  scheduledForId: ticket.scheduled_for_id,
  noVetVisitRequested: ticket.no_vet_visit_requested,
})

/** Says whether a person may see what lies on a site. */
export const maySeeSite = (ctx: Pick<Context, 'person'>, siteId: SiteId) =>
  ctx.person.sites.ids === null || ctx.person.sites.ids.includes(siteId)

/** Locks a ticket this person may see, until the transaction ends. @throws notFound */
export async function lockVisibleTicket(ctx: WriteContext, id: PostMortemId): Promise<LockedTicket> {
  const ticket = await lockTicket(ctx.db, ctx.person.sites, id)
  if (!ticket) throw notFound()
  return ticket
}

/**
 * Refuses an action on a locked ticket.
 * @throws forbidden  the person's role never may
 * @throws stale      `expected` names another version
 * @throws conflict   the state forbids it
 */
export function requireAllowed(
  ctx: Pick<Context, 'person'>,
  ticket: LockedTicket,
  action: TicketAction,
  expected: number | null = null,
): void {
  if (!canEver(ctx.person, action)) throw forbidden()
  checkVersion(expected, ticket.version)
  if (!can(ctx.person, action, subjectOf(ticket))) throw whyNot(action, subjectOf(ticket))
}

/**
 * Locks the ticket until the transaction ends, after asking whether this person may do this to it now.
 * @throws as lockVisibleTicket and requireAllowed
 */
export async function requireTicket(
  ctx: WriteContext,
  id: PostMortemId,
  action: TicketAction,
  expected: number | null = null,
): Promise<LockedTicket> {
  const ticket = await lockVisibleTicket(ctx, id)
  requireAllowed(ctx, ticket, action, expected)
  return ticket
}

/** Why the state forbids an action, in words fit to show. */
function whyNot(action: TicketAction, ticket: TicketSubject): Failure {
  const { refusal } = texts
  const status = statusOf(ticket)
  if (status === 'Completed')
    return action === 'postMortem.complete'
      ? conflict(refusal.alreadyCompleted, 'already-completed')
      : conflict(refusal.completedIsReadOnly, action === 'postMortem.send' ? 'already-sent' : undefined)
  if (action === 'report.view') return conflict(refusal.reportNeedsCompletion)
  if (status === 'Draft') return conflict(refusal.draftCannotBeScheduled)
  if (action === 'postMortem.edit' || action === 'postMortem.send' || action === 'postMortem.delete')
    return conflict(refusal.alreadySent, 'already-sent')
  return conflict(refusal.animalStateForbids)
}
