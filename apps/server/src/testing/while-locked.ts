import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { Factory } from './factory.ts'
import { waitFor } from './wait-for.ts'

/** Waits until this many connections wait for locks; a job that started in the meantime may be another one. */
export const waitForLocks = (db: Factory['db'], count: number) =>
  waitFor(async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(rows[0]?.waiting).toBeGreaterThanOrEqual(count)
  })

/** Hundreds of e-mails take longer than a minute on a busy machine. */
const slowJobs = { timeout: 150_000 }

/**
 * Waits until all due jobs are done, because they lock rows, too. Pushes do not, and those to addresses that do not exist
 * are tried again and again.
 */
export const waitForJobs = (db: Factory['db']) =>
  waitFor(async () => {
    const { rows } = await sql<{ unfinished: number }>`
      select count(*)::int as unfinished from pgboss.job
      where state in ('created', 'retry', 'active') and start_after <= now() and name <> 'push.send'`.execute(db)
    expect(rows[0]?.unfinished).toBe(0)
  }, slowJobs)

/**
 * Locks rows, starts requests one after another, then releases the locks.
 * @param rows      a query that locks them
 * @param requests  each must wait for a lock: of these rows, or of an earlier request
 */
export async function whileLocked<T>(
  db: Factory['db'],
  rows: RawBuilder<unknown>,
  requests: (() => Promise<T>)[],
): Promise<T[]> {
  const { started } = await db.transaction().execute(async (tx) => {
    await rows.execute(tx)
    const started: Promise<T>[] = []
    for (const request of requests) {
      started.push(request())
      await waitForLocks(db, started.length)
    }
    // The promises are wrapped in an object, because the transaction would await them otherwise.
    return { started }
  })
  return Promise.all(started)
}
