import { sql } from 'kysely'
import { inTransaction } from '../database/transaction.ts'
import type { Services } from '../services.ts'

/** Writes 64 kB and commits. On a full disk, a smaller write may still fit into pages that are already allocated. */
export const writeToDatabase = (db: Services['db']) =>
  inTransaction({ db }, async ({ db }) => {
    await sql`create temporary table readiness (filler text) on commit drop`.execute(db)
    // PostgreSQL does not compress rows below 2 kB.
    await sql`insert into readiness select repeat('x', 1900) from generate_series(1, 32)`.execute(db)
  })
