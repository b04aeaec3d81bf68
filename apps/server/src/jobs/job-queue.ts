import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { CompiledQuery, type Transaction } from 'kysely'
import pLimit from 'p-limit'
import type { PostMortemId, UserId } from '../database/ids.ts'
import { errorMessage } from '../operator-error.ts'
import type { Tables } from '../database/tables.ts'
import { serializeError } from '../error-for-log.ts'
import { eraseBodiesSql, lockActiveJob } from './job-queue.queries.ts'

/** A rendered e-mail. Its Message-ID derives from its job, so that retries have the same one. */
export interface Email {
  to: string
  subject: string
  text: string
  html: string
  /** Storage key of an attached logo. */
  logo?: string
}

/** Background jobs and their data. */
interface JobData {
  'mail.send': Email
  'tell-vets': { id: PostMortemId }
  'tell-assigned': { id: PostMortemId }
  'tell-scheduled': { id: PostMortemId }
  'tell-completed': { id: PostMortemId }
  'mail-reset-code': { email: string }
  'mail-invitation': { id: UserId }
  'clean-up': object
  'remove-orphans': object
  retention: object
}
type JobName = keyof JobData

/** A job taken from the queue. */
export interface Job<Name extends JobName = JobName> {
  id: string
  data: JobData[Name]
  /**
   * Completes the job in the caller's transaction, together with its effects.
   * @returns false  another server has taken it over: do nothing
   */
  finish(tx: Transaction<Tables>): Promise<boolean>
}
export type Workers = { [Name in JobName]: (job: Job<Name>) => Promise<void> }

export const jobNames: JobName[] = [
  'mail.send',
  'tell-vets',
  'tell-assigned',
  'tell-scheduled',
  'tell-completed',
  'mail-reset-code',
  'mail-invitation',
  'clean-up',
  'remove-orphans',
  'retention',
]

/** Cron schedules (UTC): hourly, and at night in America. */
const schedules: Partial<Record<JobName, string>> = {
  'clean-up': '17 * * * *',
  'remove-orphans': '23 8 * * *',
  // after orphan removal, so that files of removed rows stay for another night: a running backup may read them
  retention: '53 8 * * *',
}

/** Jobs that a backup includes: all but scheduled ones. */
export const jobsToBackUp = jobNames.filter((name) => schedules[name] === undefined)

/** Running jobs send heartbeats; without one, another server takes the job over. */
const queueOptions = { retryLimit: 12, retryDelay: 5, retryBackoff: true, heartbeatSeconds: 20 }
const superviseSeconds = 15

/** E-mails mostly wait for the mail server, so batches are sent with some concurrency. */
const emailWorkerOptions = { batchSize: 20, burstWhenBatchFull: true, perJobResults: true, atOnce: 5 } as const

export interface JobQueue {
  /** Enqueues a job within the transaction: it runs only if that commits. */
  enqueue<Name extends JobName>(tx: Transaction<Tables>, name: Name, data: JobData[Name]): Promise<void>
  /** Enqueues many jobs of one name. */
  enqueueAll<Name extends JobName>(tx: Transaction<Tables>, name: Name, data: JobData[Name][]): Promise<void>
  start(workers: Workers): Promise<void>
  stop(): Promise<void>
}

/** Log interface; a pino or Fastify logger fits. */
interface JobLog {
  warn(details: object, text: string): void
}

/** Opens the durable job queue; failed jobs are retried with growing pauses. */
export async function openJobQueue(connection: pg.PoolConfig, log: JobLog): Promise<JobQueue> {
  const options = {
    max: 2,
    application_name: 'chisholm-jobs',
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  }
  // cast: the types of the two libraries differ in name only
  const boss = new PgBoss({ ...connection, ...options } as ConstructorParameters<typeof PgBoss>[0])
  boss.on('error', createRateLimitedLogger(log))
  await boss.start()
  for (const name of jobNames) {
    await boss.createQueue(name, queueOptions)
    // queues created by an older version keep their options until updated
    await boss.updateQueue(name, queueOptions)
  }
  return {
    async enqueue(tx, name, data) {
      await boss.send(name, data, { db: transactionDb(tx) })
    },
    async enqueueAll(tx, name, all) {
      await boss.insert(
        name,
        all.map((data) => ({ data })),
        { db: transactionDb(tx) },
      )
    },
    async start(workers) {
      for (const name of jobNames) {
        // cast: the job name determines the type of its data
        const work = workers[name] as (job: Job) => Promise<void>
        const run = async ({ id, data }: FetchedJob) => {
          const finish = async (tx: Transaction<Tables>) => {
            const isActive = await lockActiveJob(tx, name, id)
            await boss.complete(name, id, null, { db: transactionDb(tx) })
            return isActive
          }
          await logFailure(log, name, id, () => work({ id, data, finish }))
        }
        const polling = { pollingIntervalSeconds: 0.5 }
        if (name !== 'mail.send')
          await boss.work<JobData[JobName]>(name, polling, async (jobs) => void (await Promise.all(jobs.map(run))))
        else await workOnEmails(boss, polling, run)
      }
      for (const name of jobNames) if (schedules[name] !== undefined) await boss.schedule(name, schedules[name])
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 8000 })
    },
  }
}

/** A fetched job; its name determines the type of `data`. */
interface FetchedJob {
  id: string
  data: JobData[JobName]
}

/** Sends e-mails concurrently; each succeeds or fails on its own. */
async function workOnEmails(
  boss: PgBoss,
  polling: { pollingIntervalSeconds: number },
  run: (job: FetchedJob) => Promise<void>,
): Promise<void> {
  const { atOnce, ...options } = emailWorkerOptions
  const limit = pLimit(atOnce)
  await boss.work<JobData['mail.send']>('mail.send', { ...options, ...polling }, async (jobs) => {
    const outcomes = await limit.map(jobs, async (job) => {
      try {
        await run(job)
        // completed immediately, so that a killed server does not resend the whole batch
        await boss.complete('mail.send', job.id).catch(() => {})
        return { id: job.id, status: 'completed' as const }
      } catch (thrown) {
        return { id: job.id, status: 'failed' as const, output: { reason: errorMessage(thrown) } }
      }
    })
    // the hourly clean-up handles what fails here
    await boss
      .getDb()
      .executeSql(eraseBodiesSql, [])
      .catch(() => {})
    return outcomes
  })
}

/** Each worker reports an unavailable database twice a second: the same message is logged once per interval. */
const logInterval = 10_000

function createRateLimitedLogger(log: JobLog): (error: unknown) => void {
  const lastLogged = new Map<string, number>()
  return (error) => {
    // without the worker's name
    const reason = serializeError(error).message.replace(/ \(Queue: .*\)$/, '')
    if (Date.now() - (lastLogged.get(reason) ?? 0) < logInterval) return
    if (lastLogged.size > 100) lastLogged.clear()
    lastLogged.set(reason, Date.now())
    log.warn({ reason }, 'job queue')
  }
}

/** Logs a failed job, which the queue retries. Only the message: other fields may contain e-mail content. */
async function logFailure(log: JobLog, name: JobName, job: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    log.warn({ job, reason: errorMessage(thrown) }, `${name} failed and will be retried`)
    throw thrown
  }
}

/** Runs pg-boss queries in the caller's transaction. */
const transactionDb = (tx: Transaction<Tables>) => ({
  executeSql: async (text: string, values?: unknown[]) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values ?? []))
    // cast: the queue expects rows in pg's format
    return { rows } as { rows: never[] }
  },
})
