import type { UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { countOfRows, readPageAndTotal } from '../../database/one-snapshot.ts'
import { type ListRequest, type ListRules, noFilters } from '../../http/pagination.ts'

export const signInRules = {
  filters: noFilters,
  sorts: ['last_used_at'],
  sort: '-last_used_at',
  perPage: 100,
} as const satisfies ListRules

/**
 * Reads one page of the valid sign-ins of a user, and how many there are in total.
 * @param idleSince  sign-ins that were not used since then have expired
 */
export async function readSignInPage(db: Executor, userId: UserId, idleSince: Date, list: ListRequest) {
  const direction = list.sorts[0]?.descending === false ? 'asc' : 'desc'
  const live = db
    .selectFrom('sign_ins')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .where('last_used_at', '>', idleSince)
  const page = live
    .select(['id', 'source', 'user_agent', 'created_at', 'last_used_at'])
    .orderBy('last_used_at', direction)
    .orderBy('id', direction)
    .limit(list.perPage)
    .offset(list.offset)
  return readPageAndTotal(db, live.select(countOfRows), page)
}

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
