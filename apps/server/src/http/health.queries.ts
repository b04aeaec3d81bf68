import { sql } from 'kysely'
import { inTransaction } from '../database/transaction.ts'
import type { Services } from '../services.ts'

/** Writes 64 kB and commits: on a full disk, smaller writes may still fit into allocated pages. */
export const writeToDatabase = (db: Services['db']) =>
  inTransaction({ db }, async ({ db }) => {
    await sql`create temporary table readiness (filler text) on commit drop`.execute(db)
    // rows below 2 kB are not compressed
    await sql`insert into readiness select repeat('x', 1900) from generate_series(1, 32)`.execute(db)
  })
