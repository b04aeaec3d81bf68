import { openDatabase, type OpenOptions } from '../database/database.ts'
import { createProviderReader } from '../features/provider/index.ts'
import type { Services } from '../services.ts'
import { openJobQueue } from '../jobs/job-queue.ts'
import type { Settings } from '../settings.ts'
import { jobQueueLog, progress } from './run-command.ts'

/** The services of commands that change accounts or lists and send e-mails. */
type CommandServices = Pick<Services, 'db' | 'jobs' | 'settings' | 'provider'>

/** Opens database and job queue for a command, and closes both afterwards. */
export async function withJobQueue<Result>(
  settings: Settings,
  options: Pick<OpenOptions, 'mustExist'>,
  work: (services: CommandServices) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(settings, progress, { allowRunning: true, ...options })
  try {
    const jobs = await openJobQueue(database.connection, jobQueueLog)
    try {
      return await work({ db: database.db, jobs, settings, provider: createProviderReader(settings.provider) })
    } finally {
      await jobs.stop()
    }
  } finally {
    await database.close()
  }
}
