import type pg from 'pg'
import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { JobQueue } from './job-queue.ts'
import { jobsToBackUp } from './jobs.ts'

export interface PendingJob {
  name: string
  data: object
}

/** Jobs that wait, will be retried or are running. Scheduled ones are left out. */
export async function readPendingJobs(client: pg.ClientBase): Promise<PendingJob[]> {
  const { rows: found } = await client.query(`select to_regclass('pgboss.job') is not null as there`)
  // cast: the query selects this column only
  if (!(found[0] as { there: boolean }).there) return []
  const { rows } = await client.query<PendingJob>(
    `select name, data from pgboss.job
     where state in ('created', 'retry', 'active') and name in (select unnest($1::text[]))
     order by created_on`,
    [jobsToBackUp],
  )
  return rows
}

/** Enqueues jobs that were pending in another database. */
export async function restorePendingJobs(
  jobs: JobQueue,
  tx: Transaction<Tables>,
  pending: PendingJob[],
): Promise<void> {
  for (const { name, data } of pending) {
    const known = jobsToBackUp.find((one) => one === name)
    // The data was enqueued under the same name.
    if (known) await jobs.enqueue(tx, known, data)
  }
}
