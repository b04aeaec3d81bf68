import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { CompiledQuery } from 'kysely'
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

const names: JobName[] = [
  'mail.send',
  'tell-vets',
  'tell-assigned',
  'tell-scheduled',
  'tell-completed',
  'mail-reset-code',
  'mail-invitation',
  'clean-up',
]

const everyHour = '17 * * * *'

export interface Jobs {
  /** Puts a job into the queue within the caller's transaction: it happens if, and only if, that commits. */
  enqueue<Name extends JobName>(tx: Executor, name: Name, data: JobData[Name]): Promise<void>
  /** Puts many jobs of one kind into the queue at once. */
  enqueueAll<Name extends JobName>(tx: Executor, name: Name, data: JobData[Name][]): Promise<void>
  start(workers: Workers): Promise<void>
  stop(): Promise<void>
}

/** Opens the durable queue; jobs survive restarts and are retried with growing pauses. */
export async function openJobs(connection: pg.PoolConfig, log: FastifyBaseLogger): Promise<Jobs> {
  const boss = new PgBoss({ ...connection, max: 2, application_name: 'chisholm-jobs' } as ConstructorParameters<
    typeof PgBoss
  >[0])
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  await boss.start()
  for (const name of names) await boss.createQueue(name, { retryLimit: 12, retryDelay: 5, retryBackoff: true })
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
      for (const name of names) {
        // the queue's name decides the shape of its data
        const work = workers[name] as (data: unknown) => Promise<void>
        await boss.work(name, { pollingIntervalSeconds: 0.5 }, async (jobs) => {
          for (const job of jobs) await work(job.data)
        })
      }
      await boss.schedule('clean-up', everyHour)
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 8000 })
    },
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
