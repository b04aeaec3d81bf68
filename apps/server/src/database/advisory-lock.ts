import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Locks a name until the transaction ends. Use it before a change that depends on a whole list, as on its names or its
 * order.
 */
export const acquireAdvisoryLock = (tx: Transaction<Tables>, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)

/** As acquireAdvisoryLock, but many may hold it together. It keeps those out who lock the name alone. */
export const acquireSharedAdvisoryLock = (tx: Transaction<Tables>, name: string) =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(tx)
