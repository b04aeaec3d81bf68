import type { UserId } from '../../database/ids.ts'
import { lockUsersByIdForShare } from '../../database/lock-users.ts'
import { unauthenticated } from '../../http/app-error.ts'
import type { WriteContext } from '../../http/context.ts'
import * as queries from './auth.queries.ts'

/**
 * Locks the account of the user until the transaction ends, for a transaction that adds what belongs to this user alone:
 * an erasure at the same time would leave it behind.
 * @param others  users to lock besides, all in one order
 * @throws unauthenticated  the user was erased since the session was checked
 */
export async function lockOwnAccount({ db, person }: WriteContext, others: readonly UserId[] = []): Promise<void> {
  await lockUsersByIdForShare(db, [person.id, ...others])
  if (!(await queries.userById(db, person.id))) throw unauthenticated()
}
