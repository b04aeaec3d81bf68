import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { UserId } from './ids.ts'
import type { Tables } from './tables.ts'

/* All transactions lock users in the same order, so that they wait for each other instead of deadlocking: first the
   table (an import locks all of it), then the rows by id, all in one statement. Post-mortems are locked only
   afterwards. */

/** Waits for an import of users, and keeps others from starting one until the transaction ends. */
export const lockOutUserImports = (tx: Transaction<Tables>) => sql`lock table users in row exclusive mode`.execute(tx)

/** Locks the matching users until the transaction ends, for a transaction that changes them. */
export async function lockUsersForChange(tx: Transaction<Tables>, matching: RawBuilder<boolean>) {
  await lockOutUserImports(tx)
  await sql`select from users where ${matching} order by id for no key update`.execute(tx)
}

/** Locks the matching users against changes until the transaction ends, for a transaction that only reads them. */
export const lockUsersForShare = (tx: Transaction<Tables>, matching: RawBuilder<boolean>) =>
  sql`select from users where ${matching} order by id for share`.execute(tx)

/** The same for the users with these ids. */
export const lockUsersByIdForShare = (tx: Transaction<Tables>, ids: readonly UserId[]) =>
  lockUsersForShare(tx, sql`id = any(${ids}::uuid[])`)
