import { errorMessage } from '../operator-error.ts'
import type { Executor } from '../database/executor.ts'
import { filesRemoved } from '../process-metrics.ts'
import { FileMissingError } from './file-missing-error.ts'
import { databaseIdentity, findUnreferenced } from './orphaned-files.queries.ts'
import type { Storage, StoredFile } from './storage.ts'

/** This is longer than the 24 hours in which an upload may be retried under its Idempotency-Key. */
const graceMilliseconds = 48 * 3_600_000

/** Keys that the server writes. All other files belong to somebody else and are not deleted. */
const ownKeys = /^(photos|reports|logos|uploads)\//

interface OrphanLog {
  info(details: object, text: string): void
  warn(details: object, text: string): void
}

/**
 * Deletes files older than 48 hours that no row references, not even a deleted one. They were left by a server that was
 * killed before it wrote the row. Only the database that owns the storage deletes anything: for a restored copy, all
 * newer files would look orphaned.
 * @returns how many files were deleted
 */
export async function removeOrphanedFiles(db: Executor, storage: Storage, log: OrphanLog): Promise<number> {
  if (!(await ownsStorage(db, storage))) {
    log.warn({ key: ownerKey }, 'the storage belongs to another database: unreferenced files are kept')
    return 0
  }
  let removed = 0
  for await (const page of storage.list()) {
    const old = page.filter((file) => ownKeys.test(file.key) && isOld(file)).map(({ key }) => key)
    for (const key of await findUnreferenced(db, old)) {
      // A retried upload may have written the file again since.
      if (!(await isStillOld(storage, key))) continue
      try {
        await storage.remove(key)
        removed++
      } catch (thrown) {
        log.warn({ key, reason: errorMessage(thrown) }, 'an unreferenced file could not be removed')
      }
    }
  }
  filesRemoved.inc({ kind: 'orphan' }, removed)
  log.info({ removed }, 'unreferenced files removed')
  return removed
}

/**
 * Deletes the files of deleted rows, except those that another row references, because demo tickets share photos.
 * Nothing is deleted if another database owns the storage. Call it after the deletion has been committed.
 * `removeOrphanedFiles` deletes what cannot be deleted here.
 * @returns false if another database owns the storage
 */
export async function removeUnreferencedFiles(db: Executor, storage: Storage, keys: string[]): Promise<boolean> {
  if (!(await ownsStorage(db, storage))) return false
  for (const key of await findUnreferenced(db, keys)) await storage.remove(key)
  return true
}

/** Names the database that owns the storage. Operators delete this file after they moved to another one by hand. */
const ownerKey = 'owner/database.txt'

/** Whether this database owns the storage. If nobody does, this database becomes the owner. */
async function ownsStorage(db: Executor, storage: Storage): Promise<boolean> {
  const identity = await databaseIdentity(db)
  try {
    return (await storage.get(ownerKey)).toString() === identity
  } catch (thrown) {
    if (!(thrown instanceof FileMissingError)) throw thrown
    await storage.put(ownerKey, Buffer.from(identity))
    return true
  }
}

/** Makes another database the owner of a storage that this one owns. From then on this one removes nothing from it. */
export async function handOverStorage(storage: Storage, from: Executor, to: Executor): Promise<void> {
  if (await ownsStorage(from, storage)) await storage.put(ownerKey, Buffer.from(await databaseIdentity(to)))
}

const isOld = ({ modifiedAt }: StoredFile) => Date.now() - modifiedAt.getTime() > graceMilliseconds

async function isStillOld(storage: Storage, key: string): Promise<boolean> {
  try {
    return isOld(await storage.stat(key))
  } catch (thrown) {
    if (thrown instanceof FileMissingError) return false
    throw thrown
  }
}
