import type { CommentId, PostMortemId, UserId } from '../../database/ids.ts'
import { insertIfAbsent } from '../../database/insert-if-absent.ts'
import type { Executor } from '../../database/executor.ts'
import { countOfRows, readPageAndTotal } from '../../database/one-snapshot.ts'
import { hasVetRole, personJson } from '../../database/user-sql.ts'
import type { ListRequest } from '../../http/pagination.ts'

/** The comments of a ticket that a reader may see. */
const visibleComments = (db: Executor, postMortemId: PostMortemId, withInternal: boolean) =>
  db
    .selectFrom('comments as c')
    .where('c.post_mortem_id', '=', postMortemId)
    .where('c.deleted_at', 'is', null)
    .$if(!withInternal, (comments) => comments.where('c.internal', '=', false))

const withAuthor = (comments: ReturnType<typeof visibleComments>) =>
  comments
    .innerJoin('users as u', 'u.id', 'c.created_by_id')
    .select([
      'c.id',
      'c.post_mortem_id',
      'c.text',
      'c.internal',
      'c.created_at',
      'c.created_by_id',
      personJson('u').as('created_by'),
      hasVetRole('u').as('from_practice'),
    ])
export type CommentRow = Awaited<ReturnType<ReturnType<typeof withAuthor>['execute']>>[number]

/**
 * Reads one page of a ticket's comments and their total.
 * @param withInternal  whether the reader may see internal comments
 */
export async function readCommentPage(
  db: Executor,
  postMortemId: PostMortemId,
  withInternal: boolean,
  list: ListRequest<never, 'created_at'>,
) {
  const comments = visibleComments(db, postMortemId, withInternal)
  const direction = list.sorts[0]?.descending ? 'desc' : 'asc'
  const page = withAuthor(comments)
    .orderBy('c.created_at', direction)
    .orderBy('c.id', direction)
    .limit(list.perPage)
    .offset(list.offset)
  return readPageAndTotal(db, comments.select(countOfRows), page)
}

/** A comment of a ticket by id, if the reader may see it. */
export const commentById = (db: Executor, postMortemId: PostMortemId, withInternal: boolean, id: CommentId) =>
  withAuthor(visibleComments(db, postMortemId, withInternal))
    .where('c.id', '=', id)
    .executeTakeFirst()

/** @returns false if the id is in use */
export const insertComment = (
  tx: Executor,
  comment: { id: CommentId; post_mortem_id: PostMortemId; text: string; internal: boolean; created_by_id: UserId },
): Promise<boolean> => insertIfAbsent(tx, 'comments', comment, ['id'])

export const markDeleted = (tx: Executor, id: CommentId) =>
  tx.updateTable('comments').set({ deleted_at: new Date() }).where('id', '=', id).execute()
