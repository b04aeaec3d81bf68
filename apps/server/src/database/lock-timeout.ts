import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * How long a statement of a running server waits for a lock. Then its transaction fails, and its caller is told to try
 * again (503). Without a limit, the requests of a few users whose customer is being erased, or who wait for any other
 * long transaction, would hold the connections of everybody's changes until it ends.
 */
export const lockTimeout = '30s'

/** Lets a transaction wait for locks as long as it takes, like one that nobody could simply repeat. */
export const liftLockTimeout = (tx: Transaction<Tables>) => sql`set local lock_timeout = 0`.execute(tx)
