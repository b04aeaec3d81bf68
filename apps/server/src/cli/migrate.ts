import { openDatabase } from '../database/database.ts'
import type { Settings } from '../settings.ts'
import { type CommandResult, progress } from './run-command.ts'

/** Brings the database up to date; servers of the version before go on meanwhile. */
export async function migrateDatabase(settings: Settings): Promise<CommandResult> {
  const database = await openDatabase(settings, progress, { allowRunning: true })
  await database.close()
  const { applied } = database
  const line = applied.length > 0 ? `Migrated: ${applied.join(', ')}.` : 'The database is up to date.'
  return { lines: [line], result: { applied } }
}
