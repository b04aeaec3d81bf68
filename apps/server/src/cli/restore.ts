import { inTransaction } from '../database/transaction.ts'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { stat } from 'node:fs/promises'
import { type Manifest, type Part, readArchive } from '../backup/archive.ts'
import { chooseRun } from '../backup/choose-run.ts'
import { loadBackup, type Target } from '../backup/load-backup.ts'
import { withRepository } from '../backup/lock-repository.ts'
import { readNames } from '../backup/names-of-files.ts'
import { Repository } from '../backup/repository.ts'
import { CannotStart } from '../cannot-start.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { isUsed, makeBlank, requireUnused, requireUnusedServer } from '../database/blank.ts'
import { knownMigrations, migrate } from '../database/migrate.ts'
import { lostKeyLine } from '../features/secret-keys/index.ts'
import { openJobs } from '../jobs/jobs.ts'
import { enqueueAgain, type PendingJob } from '../jobs/pending.ts'
import { secretKeyFile } from '../secret-key.ts'
import type { Settings } from '../settings.ts'
import { openStorage, openWorkingStorage, unusable } from '../storage/storage.ts'
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
    throw new CannotStart(`${from} cannot be read: it is not there.`)
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
  await requireTarget(settings)
  const { manifest, lostKey } = await copyInto(createReadStream(archive), settings, repository)
  return told(manifest, lostKey)
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
  return { ...told(manifest, null), lines: [`${archive} is whole: ${sizeOf(manifest)}.`] }
}

/** Where these settings lead. */
export function targetOf(settings: Settings): Target {
  const storage = openStorage(settings)
  let wasBlank = false
  return {
    storage: {
      ...storage,
      put: (key, bytes) =>
        storage.put(key, bytes).catch((thrown: unknown) => {
          throw unusable(settings, thrown)
        }),
    },
    secretKeyFile: settings.secretKey === undefined ? secretKeyFile(settings) : undefined,
    async open(only) {
      const known = await knownMigrations()
      const unknown = only.filter((name) => !known.includes(name))
      if (unknown.length > 0)
        throw new CannotStart(
          `The backup is of a newer Chisholm, with ${unknown.join(', ')}: restore it with that one.`,
        )
      const database = await openDatabase(settings, progress, { only: [] })
      try {
        wasBlank = await requireUnused(database.pool)
        if (!wasBlank) await requireSame(database, only)
        await migrate(database.pool, { only })
        return database
      } catch (thrown) {
        if (wasBlank) await makeBlank(database.pool).catch(() => {})
        await database.close()
        throw thrown
      }
    },
    undo: async ({ pool }) => {
      if (wasBlank) await makeBlank(pool)
    },
  }
}

/** Looks whether a copy can go there, before anything is begun. @throws CannotStart  it cannot, and why */
export async function requireTarget(settings: Settings): Promise<void> {
  await openWorkingStorage(settings)
  if (settings.databaseUrl !== undefined) await requireUnusedServer(settings.databaseUrl)
}

/** The tables of a copy are those of its version, and no others. */
async function requireSame({ pool }: Database, only: string[]): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select name from migrations')
  const names = rows.map(({ name }) => name)
  if (names.length !== only.length || !names.every((name) => only.includes(name))) throw isUsed()
}

/**
 * Loads a backup where these settings lead, and lets its queue go on where the first one was. What fails leaves the
 * database as empty as it was.
 * @returns also why a server with these settings would not start on the copy; null when it would
 */
export async function copyInto(
  source: Readable,
  settings: Settings,
  repository?: Repository,
): Promise<{ manifest: Manifest; lostKey: string | null }> {
  const target = { ...targetOf(settings), repository }
  const { database, manifest, jobs } = await loadBackup(source, target)
  try {
    await takeOver(database, jobs)
    return { manifest, lostKey: await lostKeyLine(database.db, settings) }
  } catch (thrown) {
    await target.undo(database).catch(() => {})
    throw thrown
  } finally {
    await database.close()
  }
}

async function takeOver(database: Database, pending: PendingJob[]): Promise<void> {
  if (pending.length === 0) return
  const jobs = await openJobs(database.connection, jobLog)
  try {
    await inTransaction(database, (database) => enqueueAgain(jobs, database.db, pending))
  } finally {
    await jobs.stop()
  }
}

function sizeOf({ rows, files }: Manifest): string {
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0)
  return `${count} rows, ${files} files`
}

function told(manifest: Manifest, lostKey: string | null): Done {
  return {
    lines: [`Restored ${sizeOf(manifest)}.`],
    result: { rows: manifest.rows, files: manifest.files, missing: manifest.missing },
    warnings: [
      ...manifest.missing.map((key) => `The backup was made without ${key}, which was missing then.`),
      ...(lostKey === null ? [] : [lostKey]),
    ],
  }
}
