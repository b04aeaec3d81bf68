import { inTransaction } from '../database/transaction.ts'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Manifest, type Part, readArchive } from '../backup/archive.ts'
import { chooseRun } from '../backup/choose-run.ts'
import { type Loaded, loadBackup, type Target } from '../backup/load-backup.ts'
import { withRepository } from '../backup/lock-repository.ts'
import { readNames } from '../backup/names-of-files.ts'
import { Repository } from '../backup/repository.ts'
import { CannotStart } from '../cannot-start.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { knownMigrations } from '../database/migrate.ts'
import { openJobs } from '../jobs/jobs.ts'
import { enqueueAgain } from '../jobs/pending.ts'
import { secretKeyFile } from '../secret-key.ts'
import type { Settings } from '../settings.ts'
import { openStorage } from '../storage/storage.ts'
import { type Done, jobLog, progress } from './run.ts'

export interface RestoreOptions {
  check?: boolean
  at?: string
}

/**
 * Loads a backup into an empty database and storage: a file, or one of a folder of backups.
 * @throws CannotStart  it is absent, not whole or of a newer version, or something is in the database
 */
export async function restore(settings: Settings, from: string, { check = false, at }: RestoreOptions): Promise<Done> {
  const found = await stat(from).catch(() => {
    throw new CannotStart(`${from} cannot be read.`)
  })
  if (!found.isDirectory()) {
    if (at !== undefined) throw new CannotStart('--at chooses from a folder of backups, and this is a file.')
    return check ? checkArchive(from) : load(settings, from)
  }
  const repository = new Repository(from)
  await repository.open()
  return withRepository(repository, { writes: false }, async () => {
    const run = await chooseRun(repository, at)
    const done = await (check ? checkArchive(run.archive, repository) : load(settings, run.archive, repository))
    return { ...done, result: { ...done.result, at: run.at } }
  })
}

async function load(settings: Settings, archive: string, repository?: Repository): Promise<Done> {
  const loaded = await loadBackup(createReadStream(archive), { ...targetOf(settings), repository })
  await takeOver(loaded)
  return told(loaded.manifest)
}

/** Reads a backup to its end, and every file it names. @throws CannotStart  it is not whole, or files are not */
async function checkArchive(archive: string, repository?: Repository): Promise<Done> {
  const damaged: string[] = []
  const part = async ({ name, bytes }: Part) => {
    if (!repository || !name.startsWith('names/')) return
    for (const file of await readNames(bytes)) {
      const damage = await repository.check(file)
      if (damage !== null) damaged.push(damage)
    }
  }
  const manifest = await readArchive(createReadStream(archive), { begin: async () => {}, part, whole: async () => {} })
  const [first] = damaged
  if (first !== undefined)
    throw new CannotStart(
      `${damaged.length} of ${manifest.files} files of ${archive} are not whole. ${first} Remove what is damaged: the next backup copies it again.`,
    )
  return { ...told(manifest), lines: [`${archive} is whole: ${sizeOf(manifest)}.`] }
}

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
