import { createReadStream, existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { stat } from 'node:fs/promises'
import type { Transaction } from 'kysely'
import { type Manifest, type ArchiveEntry, readArchive } from '../backup/archive.ts'
import { chooseBackup } from '../backup/choose-backup.ts'
import { loadBackup, type RestoreTarget } from '../backup/load-backup.ts'
import { withRepositoryLock } from '../backup/lock-repository.ts'
import { readFileIndex } from '../backup/file-index.ts'
import { Repository } from '../backup/repository.ts'
import { restrictPermissions } from '../file-permissions.ts'
import { OperatorError } from '../operator-error.ts'
import { type Database, openDatabase } from '../database/database.ts'
import {
  databaseInUseError,
  dropEverything,
  requireUnusedDatabase,
  requireUnusedDatabaseAt,
} from '../database/empty-database.ts'
import { listMigrations, migrate } from '../database/migrate.ts'
import type { Tables } from '../database/tables.ts'
import { explainLostKey } from '../features/secret-keys/index.ts'
import { openJobQueue } from '../jobs/job-queue.ts'
import { restorePendingJobs, type PendingJob } from '../jobs/pending-jobs.ts'
import { secretKeyFile } from '../secret-key.ts'
import type { Settings } from '../settings.ts'
import { openStorage, openVerifiedStorage, storageUnusableError } from '../storage/storage.ts'
import { type CommandResult, jobQueueLog, progress } from './run-command.ts'

export interface RestoreOptions {
  check?: boolean
  at?: string
}

/**
 * Restores a backup, from a file or a folder of backups, into an empty database and storage.
 * @throws OperatorError  the backup is missing, truncated or of a newer version, or the target is not empty
 */
export async function restore(
  settings: Settings,
  from: string,
  { check = false, at }: RestoreOptions,
): Promise<CommandResult> {
  const found = await stat(from).catch(() => {
    throw new OperatorError(`${from} cannot be read: it does not exist.`)
  })
  if (!found.isDirectory()) {
    if (at !== undefined) throw new OperatorError('--at chooses from a folder of backups, and this is a file.')
    return check ? checkArchive(from) : loadArchive(settings, from)
  }
  const repository = new Repository(from)
  await repository.open()
  return withRepositoryLock(repository, { writes: false }, async () => {
    const run = await chooseBackup(repository, at)
    const done = await (check ? checkArchive(run.archive, repository) : loadArchive(settings, run.archive, repository))
    const lines = [`This is the backup of ${run.at.toISOString()}.`, ...done.lines]
    return { ...done, lines, result: { ...done.result, at: run.at } }
  })
}

async function loadArchive(settings: Settings, archive: string, repository?: Repository): Promise<CommandResult> {
  await requireUsableTarget(settings)
  const { manifest, lostKey } = await restoreInto(createReadStream(archive), settings, repository)
  return restoreResult(manifest, lostKey)
}

/**
 * Verifies a backup and every file that it references.
 * @throws OperatorError  something is missing or damaged
 */
async function checkArchive(archive: string, repository?: Repository): Promise<CommandResult> {
  const damaged: string[] = []
  const part = async ({ name, bytes }: ArchiveEntry) => {
    if (!repository || !name.startsWith('names/')) return
    for (const file of await readFileIndex(bytes)) {
      const damage = await repository.check(file)
      if (damage !== null) damaged.push(damage)
    }
  }
  const manifest = await readArchive(createReadStream(archive), {
    onHeader: async () => {},
    onEntry: part,
    onEnd: async () => {},
  })
  const [first] = damaged
  if (first !== undefined)
    throw new OperatorError(
      `${damaged.length} of ${manifest.files} files of ${archive} are missing or damaged. ${first} Remove damaged files: the next backup copies them again.`,
    )
  return { ...restoreResult(manifest, null), lines: [`${archive} is complete: ${describeSize(manifest)}.`] }
}

/** The target of a restore: database, storage and key file of these settings. */
export function restoreTarget(settings: Settings): RestoreTarget {
  const storage = openStorage(settings)
  let wasEmpty = false
  return {
    storage: {
      ...storage,
      put: (key, bytes) =>
        storage.put(key, bytes).catch((thrown: unknown) => {
          throw storageUnusableError(settings, thrown)
        }),
    },
    secretKeyFile: settings.secretKey === undefined ? secretKeyFile(settings) : undefined,
    async openDatabase(only) {
      const known = await listMigrations()
      const unknown = only.filter((name) => !known.includes(name))
      if (unknown.length > 0)
        throw new OperatorError(
          `The backup is from a newer version of Chisholm, with ${unknown.join(', ')}: restore it with that version.`,
        )
      const database = await openDatabase(settings, progress, { onlyMigrations: [] })
      try {
        wasEmpty = await requireUnusedDatabase(database.pool)
        if (!wasEmpty) await requireSameMigrations(database, only)
        await migrate(database.pool, { onlyMigrations: only })
        return database
      } catch (thrown) {
        if (wasEmpty) await dropEverything(database.pool).catch(() => {})
        await database.close()
        throw thrown
      }
    },
    enqueue: enqueuePendingJobs,
    undo: async ({ pool }) => {
      if (wasEmpty) await dropEverything(pool)
    },
  }
}

/**
 * Checks the target before anything is written.
 * @throws OperatorError  it cannot be used
 */
export async function requireUsableTarget(settings: Settings): Promise<void> {
  await openVerifiedStorage(settings)
  if (settings.databaseUrl !== undefined) await requireUnusedDatabaseAt(settings.databaseUrl)
}

/** A database that exists but was never used must have the same migrations as the backup. */
async function requireSameMigrations({ pool }: Database, only: string[]): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select name from migrations')
  const names = rows.map(({ name }) => name)
  if (names.length !== only.length || !names.every((name) => only.includes(name))) throw databaseInUseError()
}

/**
 * Restores a backup into the target. After an error the database is empty again.
 * @returns also why a server with these settings would refuse to start, or null if it would start
 */
export async function restoreInto(
  source: Readable,
  settings: Settings,
  repository?: Repository,
): Promise<{ manifest: Manifest; lostKey: string | null }> {
  const target = { ...restoreTarget(settings), repository }
  // an existing folder may be open to others
  if (existsSync(settings.dataDir)) restrictPermissions(settings.dataDir)
  const { database, manifest } = await loadBackup(source, target)
  try {
    return { manifest, lostKey: await explainLostKey(database.db, settings) }
  } catch (thrown) {
    await target.undo(database).catch(() => {})
    throw thrown
  } finally {
    await database.close()
  }
}

async function enqueuePendingJobs({ connection }: Database, tx: Transaction<Tables>, pending: PendingJob[]) {
  if (pending.length === 0) return
  const jobs = await openJobQueue(connection, jobQueueLog)
  try {
    await restorePendingJobs(jobs, tx, pending)
  } finally {
    await jobs.stop()
  }
}

function describeSize({ rows, files }: Manifest): string {
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0)
  return `${count} rows, ${files} files`
}

function restoreResult(manifest: Manifest, lostKey: string | null): CommandResult {
  const { rows, files, missing, damaged = [] } = manifest
  return {
    lines: [`Restored ${describeSize(manifest)}.`],
    result: { rows, files, missing, damaged },
    warnings: [
      ...missing.map((key) => `The backup was made without ${key}, which was missing then.`),
      ...damaged.map((key) => `The backup has ${key} as it was then: truncated or changed.`),
      ...(lostKey === null ? [] : [lostKey]),
    ],
  }
}
