import { constants } from '@chisholm/domain/constants'
import { may } from '@chisholm/domain/permissions'
import type { Comment } from '@chisholm/domain/schemas/comments'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { validateText } from '@chisholm/domain/validation'
import type { CommentId, PostMortemId } from '../../database/ids.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireContentMatch } from '../../http/etag.ts'
import { conflict, forbidden, idInUse, invalid, notFound } from '../../http/app-error.ts'
import type { ListRequest } from '../../http/pagination.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { notifyOfComment } from '../notifications/index.ts'
import { lockVisiblePostMortem, requireAllowed, requireReadable } from '../post-mortems/index.ts'
import * as queries from './comments.queries.ts'

const seesInternal = (ctx: Pick<Context, 'person'>) => may(ctx.person, 'comments.internal')
const subject = (id: string) => ({ type: 'comment', id })

const presentComment = ({ created_by_id: _author, created_at, ...comment }: queries.CommentRow): Comment => ({
  ...comment,
  created_at: created_at.toISOString(),
})

/**
 * Lists the conversation about a ticket; only veterinarians and Admins see internal comments.
 * @throws notFound  the user may not see the ticket; conflict  it is a draft
 */
export async function listComments(
  ctx: Context,
  postMortemId: PostMortemId,
  list: ListRequest<never, 'created_at'>,
): Promise<{ total: number; comments: Comment[] }> {
  await requireReadable(ctx, postMortemId, 'comment.read')
  const { total, rows } = await queries.readCommentPage(ctx.db, postMortemId, seesInternal(ctx), list)
  return { total, comments: rows.map(presentComment) }
}

/**
 * Adds a comment. A repeated request with the same id and content changes nothing.
 * @throws notFound   the user may not see the ticket
 * @throws forbidden  an internal comment of a client
 * @throws conflict   the ticket is a draft, or the id is in use
 * @throws invalid    the text is empty or too long
 */
export async function addComment(
  ctx: WriteContext,
  id: CommentId,
  postMortemId: PostMortemId,
  { text, internal }: { text: string; internal: boolean },
): Promise<Comment> {
  const postMortem = await lockVisiblePostMortem(ctx, postMortemId)
  if (internal && !seesInternal(ctx)) throw forbidden()
  requireAllowed(ctx, postMortem, 'comment.write')
  const error = validateText(text, constants.comment.textMax, texts.validation.commentRequired)
  if (error) throw invalid({ text: [error] })
  const comment = { id, post_mortem_id: postMortemId, text, internal, created_by_id: ctx.person.id }
  const isNew = await queries.insertComment(ctx.db, comment)
  const stored = await queries.commentById(ctx.db, postMortemId, seesInternal(ctx), id)
  const isSame = stored?.text === text && stored.internal === internal && stored.created_by_id === ctx.person.id
  if (!stored || !isSame) throw idInUse()
  // The text is not in the audit log, whose export must not reveal internal comments to clients.
  if (isNew) {
    await recordAudit(ctx.db, ctx, { action: 'comment written', subject: subject(id), after: { internal } })
    await notifyOfComment(ctx, postMortemId, { internal, fromPractice: seesInternal(ctx) })
  }
  return presentComment(stored)
}

/**
 * Deletes a comment that is at most 15 minutes old.
 * @throws notFound   the user may not see the ticket or the comment
 * @throws forbidden  somebody else wrote it
 * @throws conflict   it is older
 * @throws stale      the caller sent an If-Match for another comment
 */
export async function deleteComment(
  ctx: WriteContext,
  id: CommentId,
  postMortemId: PostMortemId,
  expected: IfMatch,
): Promise<void> {
  await lockVisiblePostMortem(ctx, postMortemId)
  const comment = await queries.commentById(ctx.db, postMortemId, seesInternal(ctx), id)
  if (!comment) throw notFound()
  if (comment.created_by_id !== ctx.person.id) throw forbidden()
  requireContentMatch(expected, presentComment(comment))
  if (Date.now() - comment.created_at.getTime() > constants.comment.deletableFor)
    throw conflict(serverTexts.refusal.commentIsOld)
  await queries.markDeleted(ctx.db, id)
  await recordAudit(ctx.db, ctx, {
    action: 'comment deleted',
    subject: subject(id),
    before: { internal: comment.internal },
  })
}
