import { inTransaction } from '../database/transaction.ts'
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { type Manifest, readArchive } from '../backup/archive.ts'
import { type Loaded, loadBackup, type Target } from '../backup/load-backup.ts'
import { CannotStart } from '../cannot-start.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { knownMigrations } from '../database/migrate.ts'
import { openJobs } from '../jobs/jobs.ts'
import { enqueueAgain } from '../jobs/pending.ts'
import { type Settings, secretKeyFile } from '../settings.ts'
import { openStorage } from '../storage/storage.ts'
import { type Done, jobLog, progress } from './run.ts'

export interface RestoreOptions {
  check?: boolean
}

/**
 * Loads a backup into an empty database and storage.
 * @throws CannotStart  the file is absent, not whole or of a newer version, or something is in the database
 */
export async function restore(settings: Settings, file: string, { check }: RestoreOptions): Promise<Done> {
  await access(file).catch(() => {
    throw new CannotStart(`${file} cannot be read.`)
  })
  if (check) {
    const manifest = await readArchive(createReadStream(file), onlyRead)
    return { ...told(manifest), lines: [`${file} is whole: ${sizeOf(manifest)}.`] }
  }
  const loaded = await loadBackup(createReadStream(file), targetOf(settings))
  await takeOver(loaded)
  return told(loaded.manifest)
}

const onlyRead = { begin: async () => {}, part: async () => {}, whole: async () => {} }

/** Where these settings lead. */
export function targetOf(settings: Settings): Target {
  return {
    storage: openStorage(settings),
    secretKeyFile: settings.secretKey === undefined ? secretKeyFile(settings) : undefined,
    async open(only) {
      const known = await knownMigrations()
      const unknown = only.filter((name) => !known.includes(name))
      if (unknown.length > 0)
        throw new CannotStart(
          `The backup is of a newer Chisholm, with ${unknown.join(', ')}: restore it with that one.`,
        )
      const database = await openDatabase(settings, progress, { only })
      try {
        await requireEmpty(database, only)
        return database
      } catch (thrown) {
        await database.close()
        throw thrown
      }
    },
  }
}

/** Loading over what is there would lose it. */
async function requireEmpty({ pool }: Database, only: string[]): Promise<void> {
  const { rows } = await pool.query<{ used: boolean; migrations: number }>(
    `select exists (select from users) or exists (select from post_mortems) as used,
            (select count(*) from migrations) as migrations`,
  )
  if (rows[0]?.used || rows[0]?.migrations !== only.length)
    throw new CannotStart(
      'The database holds something already: restore into an empty one (another DATA_DIR, or a new DATABASE_URL).',
    )
}

/** Lets the copy's queue go on where the first one was. */
export async function takeOver({ database, jobs: pending }: Loaded): Promise<void> {
  try {
    if (pending.length === 0) return
    const jobs = await openJobs(database.connection, jobLog)
    await inTransaction(database, (database) => enqueueAgain(jobs, database.db, pending))
    await jobs.stop()
  } finally {
    await database.close()
  }
}

function sizeOf({ rows, files }: Manifest): string {
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0)
  return `${count} rows, ${files} files`
}

function told(manifest: Manifest): Done {
  return {
    lines: [`Restored ${sizeOf(manifest)}.`],
    result: { rows: manifest.rows, files: manifest.files, missing: manifest.missing },
    warnings: manifest.missing.map((key) => `The backup was made without ${key}, which was missing then.`),
  }
}
