import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { CompiledQuery, type Transaction } from 'kysely'
import pLimit from 'p-limit'
import type { Day } from '@chisholm/domain/dates'
import type { NotificationKind } from '@chisholm/domain/notifications'
import type {
  NotificationId,
  PostMortemId,
  PushSubscriptionId,
  ScheduledReportId,
  SiteId,
  UserId,
} from '../database/ids.ts'
import { errorMessage } from '../operator-error.ts'
import type { Tables } from '../database/tables.ts'
import { serializeError } from '../error-for-log.ts'
import { eraseBodiesOfBatchSql, indexJobsOfTicketsSql, lockActiveJob } from './job-queue.queries.ts'

/**
 * The sites that an e-mail or push tells of; null: of all. It is sent only if its recipient may still see them then.
 */
interface AboutSites {
  sites: SiteId[] | null
}

/** A rendered e-mail. Its Message-ID derives from its job, so that all attempts have the same one. */
export interface Email extends Partial<AboutSites> {
  to: string
  subject: string
  text: string
  html: string
  /** Storage key of the attached logo. */
  logo?: string
  /** The kind of e-mail for its unsubscribe link; undefined, as are its sites: an account notice. */
  kind?: NotificationKind | 'digest' | 'summary'
  /** ISO timestamp from which it is useless and no longer sent. */
  validUntil?: string
  attachment?: { name: string; type: string; base64: string }
}

/** The jobs that tell people by e-mail of a step of a ticket. */
export type NotificationJob = 'tell-vets' | 'tell-assigned' | 'tell-scheduled' | 'tell-completed'

/** The data of each background job. */
interface JobData {
  'mail.send': Email
  'tell-vets': { id: PostMortemId }
  'tell-assigned': { id: PostMortemId }
  'tell-scheduled': { id: PostMortemId }
  'tell-completed': { id: PostMortemId }
  /** A notification of a ticket to send after the quiet hours. It has no content, which may change until then. */
  'tell-later': { job: NotificationJob; id: PostMortemId; userId: UserId }
  'deliver-notifications': { ids: NotificationId[] }
  'push.send': { id: PushSubscriptionId; kind: NotificationKind; number: string | null } & Partial<AboutSites>
  'daily-notices': object
  'evaluate-alerts': object
  'mail-due-summaries': object
  'mail-summary': { id: ScheduledReportId; userId: UserId; from: Day; to: Day }
  'store-figures': object
  'render-report': { id: string }
  'mail-reset-code': { email: string }
  'mail-invitation': { id: UserId }
  'clean-up': object
  'remove-orphans': object
  retention: object
}
type JobName = keyof JobData

/** A job that a worker has taken from the queue. */
export interface Job<Name extends JobName = JobName> {
  id: string
  data: JobData[Name]
  createdAt: Date
  /**
   * Completes the job in the caller's transaction, together with its effects.
   * @returns false if another server has taken over the job: do nothing then
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
  'tell-later',
  'deliver-notifications',
  'push.send',
  'daily-notices',
  'evaluate-alerts',
  'mail-due-summaries',
  'mail-summary',
  'store-figures',
  'render-report',
  'mail-reset-code',
  'mail-invitation',
  'clean-up',
  'remove-orphans',
  'retention',
]

/** Cron schedules in UTC. Most jobs run hourly or at night in America. */
const schedules: Partial<Record<JobName, string>> = {
  // Overdue visits and digests. If none is due, it runs two short queries.
  'daily-notices': '* * * * *',
  // Without changed deaths, it runs two short queries.
  'evaluate-alerts': '* * * * *',
  // E-mailed summaries, due on Mondays and on the 1st. Otherwise it runs two short queries.
  'mail-due-summaries': '*/5 * * * *',
  // Sums of mortality. Without changes of deaths or head, it runs three short queries.
  'store-figures': '* * * * *',
  'clean-up': '17 * * * *',
  'remove-orphans': '23 8 * * *',
  // This job runs after the removal of orphaned files, so that files of removed rows stay for another night, because a
  // running backup may read them.
  retention: '53 8 * * *',
}

/** A backup includes all jobs but scheduled ones. */
export const jobsToBackUp = jobNames.filter((name) => schedules[name] === undefined)

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
/** Small, so that several servers share the work. Sending an e-mail is mostly waiting for the mail server. */
const batches = { default: { batchSize: 2, atOnce: 1 }, 'mail.send': { batchSize: 20, atOnce: 5 } }
/** Milliseconds after a full batch, so that a backlog of jobs leaves processor time to requests. */
const pauseAfterFullBatch = 250
const superviseSeconds = 15

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
  start(workers: Workers): Promise<void>
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
      await boss.send(name, data, { db: transactionDb(tx), priority: priorityOf(data) })
    },
    async enqueueAll(tx, name, all, { after } = {}) {
      await boss.insert(
        name,
        all.map((data) => ({ data, priority: priorityOf(data), ...(after && { startAfter: after }) })),
        { db: transactionDb(tx) },
      )
    },
    async start(workers) {
      for (const name of jobNames) {
        // cast: the job name determines the type of its data
        const work = workers[name] as (job: Job) => Promise<void>
        const run = async ({ id, data, createdOn: createdAt }: FetchedJob) => {
          const finish = async (tx: Transaction<Tables>) => {
            const isActive = await lockActiveJob(tx, name, id)
            await boss.complete(name, id, null, { db: transactionDb(tx) })
            return isActive
          }
          await logFailure(log, name, id, () => work({ id, data, createdAt, finish }))
        }
        await workOn(boss, name, run)
      }
      for (const name of jobNames) if (schedules[name] !== undefined) await boss.schedule(name, schedules[name])
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 8000 })
    },
  }
}

/** Warnings of danger, and e-mails that somebody waits for, like codes, overtake the other e-mails. */
const priorityOf = (data: JobData[JobName]) =>
  'subject' in data && (data.kind === undefined || data.kind === 'danger') ? 1 : 0

/** A job that was fetched. Its name determines the type of `data`. */
interface FetchedJob {
  id: string
  data: JobData[JobName]
  createdOn: Date
}

/** Runs the jobs of a queue in batches. Each job succeeds or fails on its own. */
async function workOn(boss: PgBoss, name: JobName, run: (job: FetchedJob) => Promise<void>): Promise<void> {
  const isEmail = name === 'mail.send'
  const { batchSize, atOnce } = batches[isEmail ? name : 'default']
  const limit = pLimit(atOnce)
  const options = { ...workerOptions, batchSize }
  await boss.work<JobData[JobName], unknown, typeof options>(name, options, async (jobs) => {
    const results = await limit.map(jobs, async (job) => {
      try {
        await run(job)
        // An e-mail is completed immediately, so that a killed server does not send the whole batch again.
        if (isEmail) await boss.complete(name, job.id).catch(() => {})
        return { id: job.id, status: 'completed' as const }
      } catch (thrown) {
        return { id: job.id, status: 'failed' as const, output: { reason: errorMessage(thrown) } }
      }
    })
    if (isEmail) await eraseBodies(boss, jobs)
    if (jobs.length === batchSize) await sleep(pauseAfterFullBatch)
    return results
  })
}

/** Erases the bodies of sent e-mails. The hourly clean-up erases what cannot be erased here. */
const eraseBodies = (boss: PgBoss, jobs: FetchedJob[]) =>
  boss
    .getDb()
    .executeSql(eraseBodiesOfBatchSql, [jobs.map(({ id }) => id)])
    .catch(() => {})

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

/** Runs the queries of pg-boss in the caller's transaction. */
const transactionDb = (tx: Transaction<Tables>) => ({
  executeSql: async (text: string, values?: unknown[]) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values ?? []))
    // cast: the queue expects rows in pg's format
    return { rows } as { rows: never[] }
  },
})
