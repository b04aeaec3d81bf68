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
  /** Milliseconds after a full batch. */
  pauseAfterFullBatch: number
}

/** Small batches, so that several servers share the work. The pause leaves processor time to requests. */
const oneAfterTheOther: WorkerOptions = { localConcurrency: 1, batchSize: 2, atOnce: 1, pauseAfterFullBatch: 250 }

/**
 * Sending is mostly waiting, and a batch ends with its slowest e-mail. A mail server that does not respond holds up its
 * own workers only: e-mails to one domain run in two of them at most, so that two domains leave one free.
 */
const sending: WorkerOptions = {
  localConcurrency: 5,
  batchSize: 2,
  atOnce: 2,
  localGroupConcurrency: 2,
  pauseAfterFullBatch: 10,
}

/** Workers of their own for what must not wait for anything else. */
const urgent = { minPriority: 1 }

const workers: Partial<Record<JobName, WorkerOptions[]>> = {
  // the limit of a group must not exceed the number of workers
  'mail.send': [sending, { ...sending, ...urgent, localConcurrency: 2 }],
  // few at once: looking up the name of a push service takes a thread of the process, for seconds if nobody responds
  'push.send': [oneAfterTheOther, { ...oneAfterTheOther, ...urgent }],
}

export const workersOf = (name: JobName): WorkerOptions[] => workers[name] ?? [oneAfterTheOther]
