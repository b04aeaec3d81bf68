import { PassThrough } from 'node:stream'
import { loadBackup } from '../backup/load-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { CannotStart } from '../cannot-start.ts'
import { openDatabase } from '../database/database.ts'
import { loadSecretKeys, secretKeyFile } from '../secret-key.ts'
import { readSettings, type Settings } from '../settings.ts'
import { openStorage } from '../storage/storage.ts'
import { takeOver, targetOf } from './restore.ts'
import { type Done, progress } from './run.ts'

export interface MoveOptions {
  storageUrl?: string
}

/**
 * Copies everything from the embedded database to a PostgreSQL server, and photos and reports to another storage where
 * one is named. What was there before stays as it is.
 * @throws CannotStart  a server runs on DATA_DIR, an address is wrong, or the other database is not empty
 */
export async function moveTo(settings: Settings, databaseUrl: string, { storageUrl }: MoveOptions): Promise<Done> {
  if (settings.databaseUrl !== undefined)
    throw new CannotStart('move-to moves the embedded database: start it without DATABASE_URL.')
  const [secretKey = ''] = loadSecretKeys(settings)
  const target = settingsThere(databaseUrl, storageUrl, secretKey)
  const database = await openDatabase(settings, progress)
  const between = new PassThrough({ highWaterMark: 1024 * 1024 })
  const storage = storageUrl ? openStorage(settings) : null
  const ends = [loadBackup(between, targetOf(target)), writeBackup({ database, storage }, between)] as const
  try {
    // a failure of one end reaches the other; the first is the one that tells why
    const [loaded] = await Promise.all(ends)
    await takeOver(loaded)
    const { rows, files, missing } = loaded.manifest
    const set = ['DATABASE_URL', ...(storageUrl ? ['STORAGE_URL'] : []), 'SECRET_KEY']
    return {
      lines: [
        `Moved ${Object.values(rows).reduce((sum, one) => sum + one, 0)} rows and ${files} files.`,
        `Start the server with ${set.join(', ')} from now on; SECRET_KEY is what ${secretKeyFile(settings)} holds.`,
        ...(storageUrl ? [] : [`Photos and reports stay in ${settings.dataDir}: keep DATA_DIR as it is.`]),
      ],
      result: { rows, files, missing },
      warnings: missing.map((key) => `The storage has no ${key}, which the database names.`),
    }
  } finally {
    await Promise.allSettled(ends)
    await database.close()
  }
}

function settingsThere(databaseUrl: string, storageUrl: string | undefined, secretKey: string): Settings {
  const there = { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, ...(storageUrl && { STORAGE_URL: storageUrl }) }
  const { settings, mistakes } = readSettings({ ...process.env, ...there })
  if (mistakes) throw new CannotStart(mistakes.join('\n'))
  return settings
}
