import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/*
 * The order of locks on users, so that transactions wait for each other instead of deadlocking: the table (an import
 * locks all of it), then rows by id, all in one statement. Only afterwards are post-mortems locked.
 */

/** Locks the users that match until the transaction ends, which may change them. */
export async function lockUsersForChange(tx: Pick<Transaction<Tables>, 'getExecutor'>, matching: RawBuilder<boolean>) {
  await sql`lock table users in row exclusive mode`.execute(tx)
  await sql`select from users where ${matching} order by id for no key update`.execute(tx)
}

/** Keeps the users that match as they are until the transaction ends, which does not change them. */
export const lockUsersForShare = (tx: Pick<Transaction<Tables>, 'getExecutor'>, matching: RawBuilder<boolean>) =>
  sql`select from users where ${matching} order by id for share`.execute(tx)
