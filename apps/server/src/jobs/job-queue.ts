import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import pLimit from 'p-limit'
import type { PostMortemId, UserId } from '../database/ids.ts'
import { errorMessage } from '../operator-error.ts'
import type { Tables } from '../database/tables.ts'
import { serializeError } from '../http/serialize-error.ts'

/** A letter ready to go. Its Message-ID is made of its job, so that it is the same at each try. */
export interface Email {
  to: string
  subject: string
  text: string
  html: string
  /** Key of a logo that goes along. */
  logo?: string
}

/** What can be put off until after the answer, and what each piece of work needs to know. */
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

/** A piece of work taken from the queue. */
export interface Job<Name extends JobName = JobName> {
  id: string
  data: JobData[Name]
  /**
   * Finishes the job in the caller's transaction, so that its work and its end happen together or not at all.
   * @returns false  another server has taken it over: nothing may be done
   */
  finish(tx: Transaction<Tables>): Promise<boolean>
}
export type Workers = { [Name in JobName]: (job: Job<Name>) => Promise<void> }

/** Every name a job may have. */
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

/** What the clock starts, in UTC: every hour, and at night in America. */
const schedules: Partial<Record<JobName, string>> = {
  'clean-up': '17 * * * *',
  'remove-orphans': '23 8 * * *',
  // after it, so that files of rows removed now are there for a night more: a backup that is being written reads them
  retention: '53 8 * * *',
}

/** What goes along into a copy of the database: all but what the clock starts anew. */
export const jobsToBackUp = jobNames.filter((name) => schedules[name] === undefined)

/** A server at work on a job says so at half of `heartbeatSeconds`; when it was killed, another takes the job after it. */
const queueOptions = { retryLimit: 12, retryDelay: 5, retryBackoff: true, heartbeatSeconds: 20 }
const superviseSeconds = 15

/** Letters wait for the mail server most of their time: so many are taken at once, and so many are on their way. */
const emailWorkerOptions = { batchSize: 20, burstWhenBatchFull: true, perJobResults: true, atOnce: 5 } as const

export interface JobQueue {
  /** Puts a job into the queue within the caller's transaction: it happens if, and only if, that commits. */
  enqueue<Name extends JobName>(tx: Transaction<Tables>, name: Name, data: JobData[Name]): Promise<void>
  /** Puts many jobs of one kind into the queue at once. */
  enqueueAll<Name extends JobName>(tx: Transaction<Tables>, name: Name, data: JobData[Name][]): Promise<void>
  start(workers: Workers): Promise<void>
  stop(): Promise<void>
}

/** What the queue tells of what went wrong; a pino or Fastify logger fits. */
interface JobLog {
  warn(details: object, text: string): void
}

/** Opens the durable queue; jobs survive restarts and are retried with growing pauses. */
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
    // a queue of an older version keeps its own rules until it is told
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
        // the queue's name decides the shape of its data
        // cast: the job of this name comes to this worker only
        const work = workers[name] as (job: Job) => Promise<void>
        const run = async ({ id, data }: FetchedJob) => {
          const finish = async (tx: Transaction<Tables>) => {
            const active = await sql`
              select from pgboss.job where name = ${name} and id = ${id} and state = 'active' for update`.execute(tx)
            await boss.complete(name, id, null, { db: transactionDb(tx) })
            return active.rows.length === 1
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

/** A job as the queue gives it; what its data is, the name of its queue tells. */
interface FetchedJob {
  id: string
  data: JobData[JobName]
}

/** Sends letters side by side, each with an outcome of its own: one that fails holds up no other. */
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
        // at once, so that a server that is killed now does not send the whole batch again
        await boss.complete('mail.send', job.id).catch(() => {})
        return { id: job.id, status: 'completed' as const }
      } catch (thrown) {
        return { id: job.id, status: 'failed' as const, output: { reason: errorMessage(thrown) } }
      }
    })
    // what could not be forgotten now, the hourly clean-up forgets
    await boss
      .getDb()
      .executeSql(eraseBodiesSql, [])
      .catch(() => {})
    return outcomes
  })
}

/** Takes the words out of letters that are done with: they may hold a password or a code. */
const eraseBodiesSql = `
  update pgboss.job set data = data - 'text' - 'html'
  where name = 'mail.send' and state >= 'completed' and data ? 'text'`

/** Forgets what letters said that were sent or given up. */
export const eraseEmailBodies = (db: Kysely<Tables>) => db.executeQuery(CompiledQuery.raw(eraseBodiesSql))

/** Of a database that is away each worker of the queue tells twice a second: the same words once in this time are enough. */
const logInterval = 10_000

function createRateLimitedLogger(log: JobLog): (error: unknown) => void {
  const lastLogged = new Map<string, number>()
  return (error) => {
    // without the worker that met it
    const reason = serializeError(error).message.replace(/ \(Queue: .*\)$/, '')
    if (Date.now() - (lastLogged.get(reason) ?? 0) < logInterval) return
    if (lastLogged.size > 100) lastLogged.clear()
    lastLogged.set(reason, Date.now())
    log.warn({ reason }, 'job queue')
  }
}

/** The queue tries a failed job again by itself. Of what is thrown only the words: its fields may hold what is sent. */
async function logFailure(log: JobLog, name: JobName, job: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    log.warn({ job, reason: errorMessage(thrown) }, `${name} failed and is tried again`)
    throw thrown
  }
}

/** The queue's way into the caller's transaction. */
const transactionDb = (tx: Transaction<Tables>) => ({
  executeSql: async (text: string, values?: unknown[]) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values ?? []))
    // cast: the queue expects rows as pg gives them
    return { rows } as { rows: never[] }
  },
})
