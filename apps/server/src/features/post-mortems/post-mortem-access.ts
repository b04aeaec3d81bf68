import {
  amendmentToAllow,
  can,
  canEver,
  type PostMortemAction,
  type PostMortemSubject,
} from '@chisholm/domain/permissions'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { statusOf } from '@chisholm/domain/status'
import type { PostMortemId, UserId } from '../../database/ids.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireContentMatch } from '../../http/etag.ts'
import { conflict, type AppError, forbidden, notFound } from '../../http/app-error.ts'
import { type LockedPostMortem, lockPostMortem, subjectOfPostMortem } from './post-mortems.queries.ts'
import { readPostMortem } from './read-post-mortems.ts'

/** Converts a row of post_mortems to the input of the permission rules. */
const toSubject = (postMortem: {
  draft: boolean
  completed_at: Date | null
  scheduled_at: Date | null
  scheduled_for_id: UserId | null
  no_vet_visit_requested: boolean
  amendment_opened_at: Date | null
}): PostMortemSubject => ({
  draft: postMortem.draft,
  completedAt: postMortem.completed_at,
  scheduledAt: postMortem.scheduled_at,
  scheduledForId: postMortem.scheduled_for_id,
  noVetVisitRequested: postMortem.no_vet_visit_requested,
  amending: postMortem.amendment_opened_at !== null,
})

/** Locks a ticket the user may see until the transaction ends. @throws notFound */
export async function lockVisiblePostMortem(ctx: WriteContext, id: PostMortemId): Promise<LockedPostMortem> {
  const postMortem = await lockPostMortem(ctx.db, ctx.person.sites, id)
  if (!postMortem) throw notFound()
  return postMortem
}

/**
 * Checks whether the user may do something to a locked ticket.
 * @throws forbidden  the role may never do this
 * @throws conflict   the state does not allow it
 */
export function requireAllowed(
  ctx: Pick<Context, 'person'>,
  postMortem: LockedPostMortem,
  action: PostMortemAction,
): void {
  if (!canEver(ctx.person, action)) throw forbidden()
  requireState(ctx, toSubject(postMortem), action)
}

/** @throws stale  the caller sent an If-Match, and what it sees of the locked ticket has changed since it read it */
export async function requirePostMortemMatch(ctx: WriteContext, id: PostMortemId, expected: IfMatch): Promise<void> {
  if (expected) requireContentMatch(expected, (await readPostMortem(ctx, id)).content)
}

/**
 * Checks whether the user may do something to a locked ticket or part of it: first the role, then the If-Match, then the
 * state.
 * @param requireMatch  compares the If-Match of the caller with the ticket or the part
 * @throws like `requireMatch` and `requireAllowed`
 */
export async function requireAllowedAndUnchanged(
  ctx: WriteContext,
  postMortem: LockedPostMortem,
  action: PostMortemAction,
  requireMatch: () => void | Promise<void>,
): Promise<void> {
  if (!canEver(ctx.person, action)) throw forbidden()
  await requireMatch()
  requireState(ctx, toSubject(postMortem), action)
}

const newDraft: PostMortemSubject = {
  draft: true,
  completedAt: null,
  scheduledAt: null,
  scheduledForId: null,
  noVetVisitRequested: false,
  amending: false,
}

/** Checks whether the user may do something to a draft created in this transaction. @throws like `requireAllowed` */
export function requireAllowedOnNewDraft(ctx: Pick<Context, 'person'>, action: PostMortemAction): void {
  if (!canEver(ctx.person, action)) throw forbidden()
  requireState(ctx, newDraft, action)
}

function requireState(ctx: Pick<Context, 'person'>, subject: PostMortemSubject, action: PostMortemAction): void {
  if (!can(ctx.person, action, subject)) throw explainConflict(ctx.person, action, subject)
}

/**
 * Checks whether the user may read part of a ticket, without locking it.
 * @throws notFound  the user may not see the ticket
 * @throws conflict  the state does not allow it
 */
export async function requireReadable(ctx: Context, id: PostMortemId, action: PostMortemAction): Promise<void> {
  const postMortem = await subjectOfPostMortem(ctx.db, ctx.person.sites, id)
  if (!postMortem) throw notFound()
  requireState(ctx, toSubject(postMortem), action)
}

/**
 * Locks a ticket until the transaction ends, and checks whether the user may do this to it now.
 * @throws like `lockVisiblePostMortem`, `requirePostMortemMatch` and `requireAllowed`
 */
export async function lockPostMortemFor(
  ctx: WriteContext,
  id: PostMortemId,
  action: PostMortemAction,
  expected: IfMatch = null,
): Promise<LockedPostMortem> {
  const postMortem = await lockVisiblePostMortem(ctx, id)
  await requireAllowedAndUnchanged(ctx, postMortem, action, () => requirePostMortemMatch(ctx, id, expected))
  return postMortem
}

/**
 * Checks before values are read whether the role of the user may do this to any ticket.
 * @throws notFound   the user may not see the ticket
 * @throws forbidden  the role may never do this
 */
export async function requireRoleFor(ctx: WriteContext, id: PostMortemId, action: PostMortemAction): Promise<void> {
  if (canEver(ctx.person, action)) return
  await lockVisiblePostMortem(ctx, id)
  throw forbidden()
}

/** The error that explains why the state forbids an action. */
function explainConflict(person: Context['person'], action: PostMortemAction, postMortem: PostMortemSubject): AppError {
  const { refusal } = texts
  const status = statusOf(postMortem)
  if (action === 'report.amend') return conflict(serverTexts.refusal.amendAfterCompletion)
  const amendment = amendmentToAllow(person, action, postMortem)
  if (amendment) return conflict(amendment === 'open' ? refusal.openAmendmentFirst : refusal.endAmendmentFirst)
  if (status === 'Completed')
    return action === 'postMortem.complete'
      ? conflict(serverTexts.refusal.alreadyCompleted, 'already-completed')
      : conflict(refusal.completedIsReadOnly, action === 'postMortem.send' ? 'already-sent' : undefined)
  if (action === 'comment.read' || action === 'comment.write')
    return conflict(serverTexts.refusal.draftHasNoConversation)
  if (action === 'report.view') return conflict(refusal.reportNeedsCompletion)
  if (status === 'Draft') return conflict(serverTexts.refusal.draftCannotBeScheduled)
  if (action === 'postMortem.edit' || action === 'postMortem.send' || action === 'postMortem.delete')
    return conflict(serverTexts.refusal.alreadySent, 'already-sent')
  return conflict(refusal.animalStateForbids)
}
