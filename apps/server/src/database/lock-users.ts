import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/*
 * The order of locks on users, so that transactions wait for each other instead of deadlocking: the table (an import
 * locks all of it), then rows by id, all in one statement. Only afterwards are post-mortems locked.
 */

/** Locks matching users for update until the transaction ends. */
export async function lockUsersForChange(tx: Pick<Transaction<Tables>, 'getExecutor'>, matching: RawBuilder<boolean>) {
  await sql`lock table users in row exclusive mode`.execute(tx)
  await sql`select from users where ${matching} order by id for no key update`.execute(tx)
}

/** Locks matching users against changes until the transaction ends, which only reads them. */
export const lockUsersForShare = (tx: Pick<Transaction<Tables>, 'getExecutor'>, matching: RawBuilder<boolean>) =>
  sql`select from users where ${matching} order by id for share`.execute(tx)
