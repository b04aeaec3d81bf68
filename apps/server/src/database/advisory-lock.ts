import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Locks a name until the transaction ends. Use it before a change that depends on all rows of a list, like their names
 * or order.
 */
export const acquireAdvisoryLock = (tx: Transaction<Tables>, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)

/**
 * Like acquireAdvisoryLock, but several transactions may hold the lock together. It excludes only the exclusive lock.
 */
export const acquireSharedAdvisoryLock = (tx: Transaction<Tables>, name: string) =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(tx)
