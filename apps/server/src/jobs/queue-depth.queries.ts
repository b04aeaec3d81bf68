import { sql } from 'kysely'
import type { Executor } from '../database/executor.ts'
import { jobNames } from './jobs.ts'

const states = ['created', 'retry', 'active', 'failed'] as const

interface QueueDepth {
  job: string
  state: (typeof states)[number]
  count: number
}

/** Number of jobs per name and state, including those with no jobs. */
export async function readQueueDepth(db: Executor): Promise<QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    select name as job, state::text as state, count(*) as count from pgboss.job
    where state < 'completed' or state = 'failed'
    group by name, state`.execute(db)
  const found = new Map(rows.map(({ job, state, count }) => [`${job} ${state}`, count]))
  return jobNames.flatMap((job) => states.map((state) => ({ job, state, count: found.get(`${job} ${state}`) ?? 0 })))
}

/** Unfinished jobs of a ticket, as `indexJobsOfTicketsSql` finds them. */
const isUnfinishedOf = (ticket: { id: string }) =>
  sql<boolean>`(state < 'completed' and data ? 'id' and data->>'id' = ${ticket.id})`

/** Whether the queue holds another unfinished job of this name for the same ticket. */
export async function hasOtherJob(db: Executor, name: string, { id, data }: { id: string; data: { id: string } }) {
  const { rows } = await sql`
    select from pgboss.job
    where name = ${name} and ${isUnfinishedOf(data)} and id <> ${id}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Whether the queue holds another unfinished job of this name with the same data. */
export async function hasSameJob(db: Executor, name: string, { id, data }: { id: string; data: { id: string } }) {
  const { rows } = await sql`
    select from pgboss.job
    where name = ${name} and ${isUnfinishedOf(data)} and data = ${JSON.stringify(data)}::jsonb and id <> ${id}
    limit 1`.execute(db)
  return rows.length > 0
}
