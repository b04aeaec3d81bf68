import type { UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'

/**
 * The valid sign-ins of a user. The one used last comes first.
 * @param idleSince  sign-ins that were not used since then have expired
 */
export const liveSignIns = (db: Executor, userId: UserId, idleSince: Date) =>
  db
    .selectFrom('sign_ins')
    .select(['id', 'source', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .where('last_used_at', '>', idleSince)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** @returns false if the user has no such sign-in */
export async function endSignIn(db: Executor, userId: UserId, id: string): Promise<boolean> {
  const ended = await db
    .updateTable('sign_ins')
    .set({ revoked_at: new Date() })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}
