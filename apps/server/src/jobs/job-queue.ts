import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { CompiledQuery, type Transaction } from 'kysely'
import pLimit from 'p-limit'
import { errorMessage } from '../operator-error.ts'
import type { Executor } from '../database/executor.ts'
import type { Tables } from '../database/tables.ts'
import { serializeError } from '../error-for-log.ts'
import { eraseBodiesOf, indexJobsOfTicketsSql, lockActiveJob } from './job-queue.queries.ts'
import { type Job, type JobData, type JobName, jobNames, schedules, type Workers } from './jobs.ts'
import { type WorkerOptions, workersOf } from './worker-options.ts'

/** Running jobs send heartbeats. If they stop, another server takes the job over. */
const queueOptions = { retryLimit: 12, retryDelay: 5, retryBackoff: true, heartbeatSeconds: 20, notify: true }
/**
 * E-mails wait at least three days for a mail server that is down. After an hour of growing pauses, each of the
 * remaining 149 attempts follows half an hour after the last one.
 */
const emailQueueOptions = { ...queueOptions, retryLimit: 160, retryDelayMax: 1800 }
/**
 * PostgreSQL notifies the workers of new jobs. They poll for retries and jobs with a later start, and more often for all
 * jobs while the connection that listens is broken. A full batch is followed by the next one at once: there may be more
 * jobs than notifications.
 */
const workerOptions = {
  notifyPollingIntervalSeconds: 5,
  pollingIntervalSeconds: 0.5,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const
const superviseSeconds = 15
/** Milliseconds after which a query of the queue fails, because the network may have lost its connection. */
const queryTimeout = 60_000

export interface JobQueue {
  /** Enqueues a job in the transaction. It runs only if the transaction commits. */
  enqueue<Name extends JobName>(tx: Transaction<Tables>, name: Name, data: JobData[Name]): Promise<void>
  /** Enqueues many jobs of one name in the transaction. */
  enqueueAll<Name extends JobName>(
    tx: Transaction<Tables>,
    name: Name,
    data: JobData[Name][],
    /** Earliest start; default: at once. */
    when?: { after?: Date },
  ): Promise<void>
  /** Starts the workers. @param db  runs what each e-mail needs, whose statements it prepares, unlike pg-boss */
  start(workers: Workers, db: Executor): Promise<void>
  stop(): Promise<void>
}

/** The log of the queue. A pino or Fastify logger fits. */
interface JobLog {
  warn(details: object, text: string): void
}

/** Opens the job queue. Its jobs survive restarts, and failed ones are retried with growing pauses. */
export async function openJobQueue(connection: pg.PoolConfig, log: JobLog): Promise<JobQueue> {
  const options = {
    max: 2,
    application_name: 'chisholm-jobs',
    query_timeout: queryTimeout,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  }
  // cast: the types of the two libraries differ in name only
  const boss = new PgBoss({ ...connection, ...options } as ConstructorParameters<typeof PgBoss>[0])
  boss.on('error', createRateLimitedLogger(log))
  await boss.start()
  await boss.getDb().executeSql(indexJobsOfTicketsSql)
  for (const name of jobNames) {
    const queue = name === 'mail.send' ? emailQueueOptions : queueOptions
    await boss.createQueue(name, queue)
    // Queues that an older version created keep their options until they are updated.
    await boss.updateQueue(name, queue)
  }
  return {
    async enqueue(tx, name, data) {
      await boss.send(name, data, { db: queueDb(tx), ...orderOf(data) })
    },
    async enqueueAll(tx, name, all, { after } = {}) {
      await boss.insert(
        name,
        all.map((data) => ({ data, ...orderOf(data), ...(after && { startAfter: after }) })),
        { db: queueDb(tx) },
      )
    },
    async start(workers, db) {
      for (const name of jobNames) {
        const run = workerOf(boss, log, workers, name)
        for (const options of workersOf(name)) await workOn(boss, db, name, options, run)
      }
      for (const name of jobNames) if (schedules[name] !== undefined) await boss.schedule(name, schedules[name])
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 8000 })
    },
  }
}

/** Warnings of danger, and e-mails that somebody waits for, like codes, overtake all others. */
const isUrgent = (data: JobData[JobName]) =>
  ('kind' in data && data.kind === 'danger') || ('subject' in data && data.kind === undefined)

/** The priority of a job, and the domain to which an e-mail goes. */
const orderOf = (data: JobData[JobName]) => ({
  priority: isUrgent(data) ? 1 : 0,
  ...('subject' in data && { group: { id: domainOf(data.to) } }),
})

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase() || email

/** A job that was fetched. Its name determines the type of `data`. */
interface FetchedJob {
  id: string
  data: JobData[JobName]
  createdOn: Date
}

/** The worker of a queue, which logs failures. */
function workerOf(boss: PgBoss, log: JobLog, workers: Workers, name: JobName): (job: FetchedJob) => Promise<void> {
  // cast: the job name determines the type of its data
  const work = workers[name] as (job: Job) => Promise<void>
  return ({ id, data, createdOn: createdAt }) => {
    const finish = async (tx: Transaction<Tables>) => {
      const isActive = await lockActiveJob(tx, name, id)
      await boss.complete(name, id, null, { db: queueDb(tx) })
      return isActive
    }
    return logFailure(log, name, id, () => work({ id, data, createdAt, finish }))
  }
}

/** Runs the jobs of a queue in batches. Each job succeeds or fails on its own. */
async function workOn(
  boss: PgBoss,
  db: Executor,
  name: JobName,
  { atOnce, pauseAfterFullBatch, ...concurrency }: WorkerOptions,
  run: (job: FetchedJob) => Promise<void>,
): Promise<void> {
  const isEmail = name === 'mail.send'
  const { batchSize } = concurrency
  const options = { ...workerOptions, ...concurrency }
  await boss.work<JobData[JobName], unknown, typeof options>(name, options, async (jobs) => {
    const results = await pLimit(atOnce).map(jobs, async (job) => {
      try {
        await run(job)
        // An e-mail is completed immediately, so that a killed server does not send the whole batch again.
        if (isEmail) await boss.complete(name, job.id, null, { db: queueDb(db) }).catch(() => {})
        return { id: job.id, status: 'completed' as const }
      } catch (thrown) {
        return { id: job.id, status: 'failed' as const, output: { reason: errorMessage(thrown) } }
      }
    })
    // the hourly clean-up erases what cannot be erased here
    if (isEmail)
      await eraseBodiesOf(
        db,
        jobs.map(({ id }) => id),
      ).catch(() => {})
    if (jobs.length === batchSize) await sleep(pauseAfterFullBatch)
    return results
  })
}

/**
 * Each worker reports an unavailable database twice a second. The same message is logged once in this many
 * milliseconds.
 */
const logInterval = 10_000

function createRateLimitedLogger(log: JobLog): (error: unknown) => void {
  const lastLogged = new Map<string, number>()
  return (error) => {
    // Without the worker's name, the messages of all workers are the same.
    const reason = serializeError(error).message.replace(/ \(Queue: .*\)$/, '')
    if (Date.now() - (lastLogged.get(reason) ?? 0) < logInterval) return
    if (lastLogged.size > 100) lastLogged.clear()
    lastLogged.set(reason, Date.now())
    log.warn({ reason }, 'job queue')
  }
}

/**
 * Logs a failed job, which the queue retries. Only the message is logged, because other fields may contain the content
 * of an e-mail.
 */
async function logFailure(log: JobLog, name: JobName, job: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    log.warn({ job, reason: errorMessage(thrown) }, `${name} failed and will be retried`)
    throw thrown
  }
}

/** Runs the queries of pg-boss on our connections, or in a transaction. */
const queueDb = (db: Executor) => ({
  executeSql: async (text: string, values?: unknown[]) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values ?? []))
    // cast: the queue expects rows in pg's format
    return { rows } as { rows: never[] }
  },
})
