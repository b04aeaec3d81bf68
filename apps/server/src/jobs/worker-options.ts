import type { JobName } from './jobs.ts'

/** The workers of a queue in this process. */
export interface WorkerOptions {
  /** Workers that fetch independently of each other. */
  localConcurrency: number
  /** Jobs that a worker fetches together, and how many of them run at once. */
  batchSize: number
  atOnce: number
  /** Jobs of one group that run at once. */
  localGroupConcurrency?: number
  /** They fetch no jobs of a lower priority. */
  minPriority?: number
}

/** Small batches, so that several servers share the work. */
const oneAfterTheOther: WorkerOptions = { localConcurrency: 1, batchSize: 2, atOnce: 1 }

/**
 * Sending is mostly waiting, and a batch ends with its slowest job. A mail server or push service that does not respond
 * holds up its own workers only, and e-mails to one domain run in few of them.
 */
const sending: WorkerOptions = { localConcurrency: 3, batchSize: 2, atOnce: 2, localGroupConcurrency: 2 }
/** The workers of what must not wait for anything else. (The limit of a group must not exceed their number.) */
const sendingUrgent: WorkerOptions = { ...sending, localConcurrency: 2, minPriority: 1 }

export const workersOf = (name: JobName): WorkerOptions[] =>
  name === 'mail.send' || name === 'push.send' ? [sending, sendingUrgent] : [oneAfterTheOther]

/** How many e-mails a process sends at once. */
export const emailsAtOnce = [sending, sendingUrgent]
  .map(({ localConcurrency, atOnce }) => localConcurrency * atOnce)
  .reduce((sum, one) => sum + one)
