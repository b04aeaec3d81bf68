import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Lets one transaction at a time do what goes by this name, until it ends: for changes that read a whole list first,
 * like its names or its order.
 */
export const acquireAdvisoryLock = (tx: Transaction<Tables>, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
