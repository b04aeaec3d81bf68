import { PassThrough } from 'node:stream'
import type { Manifest } from '../backup/archive.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { OperatorError } from '../operator-error.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { acceptSecretKeys } from '../features/secret-keys/index.ts'
import { readSecretKeys, secretKeyFile, minSecretLength } from '../secret-key.ts'
import { processEnvironment, readSettings, type Settings } from '../settings.ts'
import { handOverStorage } from '../storage/orphaned-files.ts'
import { openStorage, type Storage } from '../storage/storage.ts'
import { fileWarnings } from './file-warnings.ts'
import { restoreInto, requireUsableTarget } from './restore.ts'
import { type CommandResult, progress } from './run-command.ts'

export interface MoveOptions {
  storageUrl?: string
}

/**
 * Copies the embedded database to a PostgreSQL server, and photos and reports to another storage if one is given. The
 * source does not change, but a storage that stays where it is belongs to the target.
 * @throws OperatorError  a server runs on DATA_DIR, an address is invalid, or the target is not empty
 */
export async function moveTo(
  settings: Settings,
  databaseUrl: string,
  { storageUrl }: MoveOptions,
): Promise<CommandResult> {
  if (settings.databaseUrl !== undefined)
    throw new OperatorError('move-to moves the embedded database: start it without DATABASE_URL.')
  const target = targetSettings(databaseUrl, storageUrl)
  const database = await openDatabase(settings, progress, { mustExist: true })
  try {
    await requireUsableTarget(target)
    await acceptSecretKeys({ db: database.db, settings })
    target.secretKey = readSecretKeys(settings).join()
    const storage = openStorage(settings)
    const manifest = await copyAll(database, storageUrl ? storage : null, target)
    if (!storageUrl) await handOver(storage, database, target)
    const { rows, files, missing, damaged = [] } = manifest
    const set = ['DATABASE_URL', ...(storageUrl ? ['STORAGE_URL'] : []), 'SECRET_KEY']
    const key = settings.secretKey === undefined ? `is the content of ${secretKeyFile(settings)}` : 'is the current one'
    return {
      lines: [
        `Moved ${Object.values(rows).reduce((sum, one) => sum + one, 0)} rows and ${files} files.`,
        `From now on, start the server with ${set.join(', ')}; SECRET_KEY ${key}.`,
        ...(storageUrl ? [] : [`Photos and reports stay in ${settings.dataDir}: keep DATA_DIR as it is.`]),
      ],
      result: { rows, files, missing, damaged },
      warnings: fileWarnings(manifest),
    }
  } finally {
    await database.close()
  }
}

/** A storage that stays where it is belongs to the target from now on. */
async function handOver(storage: Storage, source: Database, target: Settings): Promise<void> {
  const moved = await openDatabase(target, progress)
  try {
    await handOverStorage(storage, source.db, moved.db)
  } finally {
    await moved.close()
  }
}

/** Sends a backup of the source directly into a restore at the target. */
async function copyAll(database: Database, storage: Storage | null, target: Settings): Promise<Manifest> {
  const stream = new PassThrough({ highWaterMark: 1024 * 1024 })
  const [restored, written] = await Promise.allSettled([
    restoreInto(stream, target),
    writeBackup({ database, storage }, stream).catch((thrown: unknown) => {
      // cast: only Error objects are thrown here
      stream.destroy(thrown as Error)
      throw thrown
    }),
  ])
  // An error at one end reaches the other. If the restoring end was first, the other only sees that its stream closed.
  if (written.status === 'rejected' && !isClosedStream(written.reason)) throw written.reason
  if (restored.status === 'rejected') throw restored.reason
  return restored.value.manifest
}

// cast: errors of streams have a code
const isClosedStream = (thrown: unknown) => (thrown as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'

/** The secret key is a placeholder. The real one is set later. */
function targetSettings(databaseUrl: string, storageUrl: string | undefined): Settings {
  const there = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'x'.repeat(minSecretLength),
    ...(storageUrl && { STORAGE_URL: storageUrl }),
  }
  const { settings, errors } = readSettings({ ...processEnvironment, ...there })
  if (errors) throw new OperatorError(errors.join('\n'))
  return settings
}
