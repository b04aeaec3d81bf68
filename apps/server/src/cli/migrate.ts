import { openDatabase } from '../database/database.ts'
import type { Settings } from '../settings.ts'
import { type CommandResult, progress } from './run-command.ts'

/** Runs pending migrations. Servers of the previous version keep running. */
export async function migrateDatabase(settings: Settings): Promise<CommandResult> {
  const database = await openDatabase(settings, progress, { allowRunning: true })
  await database.close()
  const { applied } = database
  const line = applied.length > 0 ? `Migrated: ${applied.join(', ')}.` : 'The database is up to date.'
  return { lines: [line], result: { applied } }
}
