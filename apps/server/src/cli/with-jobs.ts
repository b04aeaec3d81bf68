import { openDatabase, type OpenOptions } from '../database/database.ts'
import { openProvider } from '../features/provider/index.ts'
import type { Parts } from '../http/context.ts'
import { openJobs } from '../jobs/jobs.ts'
import type { Settings } from '../settings.ts'
import { jobLog, progress } from './run.ts'

/** What a command works with that changes accounts or lists and has letters sent. */
type CommandParts = Pick<Parts, 'db' | 'jobs' | 'settings' | 'provider'>

/** Opens database and queue for a command, and closes both whatever becomes of it. */
export async function withJobs<Result>(
  settings: Settings,
  options: Pick<OpenOptions, 'existing'>,
  work: (parts: CommandParts) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(settings, progress, { beside: true, ...options })
  try {
    const jobs = await openJobs(database.connection, jobLog)
    try {
      return await work({ db: database.db, jobs, settings, provider: openProvider(settings.provider) })
    } finally {
      await jobs.stop()
    }
  } finally {
    await database.close()
  }
}
