import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { CompiledQuery } from 'kysely'
import { reasonOf } from '../cannot-start.ts'
import type { Executor } from '../http/context.ts'

/** A letter ready to go; `messageId` stays the same when it is tried again. */
export interface Letter {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
}

/** What can be put off until after the answer, and what each piece of work needs to know. */
interface JobData {
  'mail.send': Letter
  'tell-vets': { id: string }
  'tell-assigned': { id: string }
  'tell-scheduled': { id: string }
  'tell-completed': { id: string }
  'mail-reset-code': { email: string }
  'mail-invitation': { id: string }
  'clean-up': object
}
type JobName = keyof JobData
export type Workers = { [Name in JobName]: (data: JobData[Name]) => Promise<void> }

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
]

/** What goes along into a copy of the database: all but what the clock starts anew. */
export const carriedJobs = jobNames.filter((name) => name !== 'clean-up')

const everyHour = '17 * * * *'

/** A server at work on a job says so at half of `heartbeatSeconds`; when it was killed, another takes the job after it. */
const queue = { retryLimit: 12, retryDelay: 5, retryBackoff: true, heartbeatSeconds: 20 }
const lookForKilledEvery = 15

export interface Jobs {
  /** Puts a job into the queue within the caller's transaction: it happens if, and only if, that commits. */
  enqueue<Name extends JobName>(tx: Executor, name: Name, data: JobData[Name]): Promise<void>
  /** Puts many jobs of one kind into the queue at once. */
  enqueueAll<Name extends JobName>(tx: Executor, name: Name, data: JobData[Name][]): Promise<void>
  start(workers: Workers): Promise<void>
  stop(): Promise<void>
}

/** What the queue tells of what went wrong; a pino or Fastify logger fits. */
interface JobLog {
  warn(details: object, text: string): void
}

/** Opens the durable queue; jobs survive restarts and are retried with growing pauses. */
export async function openJobs(connection: pg.PoolConfig, log: JobLog): Promise<Jobs> {
  const options = {
    max: 2,
    application_name: 'chisholm-jobs',
    superviseIntervalSeconds: lookForKilledEvery,
    monitorIntervalSeconds: lookForKilledEvery,
  }
  const boss = new PgBoss({ ...connection, ...options } as ConstructorParameters<typeof PgBoss>[0])
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  await boss.start()
  for (const name of jobNames) {
    await boss.createQueue(name, queue)
    // a queue of an older version keeps its own rules until it is told
    await boss.updateQueue(name, queue)
  }
  return {
    async enqueue(tx, name, data) {
      await boss.send(name, data, { db: within(tx) })
    },
    async enqueueAll(tx, name, all) {
      await boss.insert(
        name,
        all.map((data) => ({ data })),
        { db: within(tx) },
      )
    },
    async start(workers) {
      for (const name of jobNames) {
        // the queue's name decides the shape of its data
        const work = workers[name] as (data: unknown) => Promise<void>
        await boss.work(name, { pollingIntervalSeconds: 0.5 }, async (jobs) => {
          for (const job of jobs) await logged(log, name, job.id, () => work(job.data))
        })
      }
      await boss.schedule('clean-up', everyHour)
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 8000 })
    },
  }
}

/** The queue tries a failed job again by itself. Of what is thrown only the words: its fields may hold what is sent. */
async function logged(log: JobLog, name: JobName, job: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    log.warn({ job, reason: reasonOf(thrown) }, `${name} failed and is tried again`)
    throw thrown
  }
}

/** The queue's way into the caller's transaction. */
const within = (tx: Executor) => ({
  executeSql: async (text: string, values?: unknown[]) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values ?? []))
    // the queue expects rows as pg gives them
    return { rows: rows as unknown[] } as { rows: never[] }
  },
})
