import { sql } from 'kysely'
import { errorMessage } from '../operator-error.ts'
import type { Executor } from '../database/executor.ts'
import { filesRemoved } from '../process-metrics.ts'
import { FileMissingError } from './file-missing-error.ts'
import type { Storage, StoredFile } from './storage.ts'

/** Longer than the 24 hours in which an upload may be retried under its Idempotency-Key. */
const graceMilliseconds = 48 * 3_600_000

/** Keys we write; others are not ours to delete. */
const ownKeys = /^(photos|reports|logos)\//

interface OrphanLog {
  info(details: object, text: string): void
  warn(details: object, text: string): void
}

/**
 * Deletes files older than 48 hours that no row references, deleted rows included: leftovers of servers killed before
 * they wrote the row. Only the database that owns the storage deletes anything: for a restored copy, all newer files
 * would look orphaned.
 * @returns how many were deleted
 */
export async function removeOrphanedFiles(db: Executor, storage: Storage, log: OrphanLog): Promise<number> {
  if (!(await ownsStorage(db, storage))) {
    log.warn({ key: ownerKey }, 'the storage belongs to another database: files that no row names stay')
    return 0
  }
  let removed = 0
  for await (const page of storage.list()) {
    const old = page.filter((file) => ownKeys.test(file.key) && isOld(file)).map(({ key }) => key)
    for (const key of await findUnreferenced(db, old)) {
      // a retried upload may have rewritten it since
      if (!(await isStillOld(storage, key))) continue
      try {
        await storage.remove(key)
        removed++
      } catch (thrown) {
        log.warn({ key, reason: errorMessage(thrown) }, 'a file that no row names could not be removed')
      }
    }
  }
  filesRemoved.inc({ kind: 'orphan' }, removed)
  log.info({ removed }, 'files that no row names removed')
  return removed
}

/**
 * Deletes the files of deleted rows, except those that another row references (demo tickets share photos), and nothing
 * if another database owns the storage. Call it after the deletion has committed; `removeOrphanedFiles` handles what
 * fails here.
 */
export async function removeUnreferencedFiles(db: Executor, storage: Storage, keys: string[]): Promise<void> {
  if (!(await ownsStorage(db, storage))) return
  for (const key of await findUnreferenced(db, keys)) await storage.remove(key)
}

/** Identifies the owning database. Operators delete it after moving to another database. */
const ownerKey = 'owner/database.txt'

/** Whether this database owns the storage; claims an unowned one. */
async function ownsStorage(db: Executor, storage: Storage): Promise<boolean> {
  const { rows } = await sql<{ identity: string }>`
    select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as identity
    from pg_control_system()`.execute(db)
  const identity = rows[0]?.identity ?? ''
  try {
    return (await storage.get(ownerKey)).toString() === identity
  } catch (thrown) {
    if (!(thrown instanceof FileMissingError)) throw thrown
    await storage.put(ownerKey, Buffer.from(identity))
    return true
  }
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

/** Row id contained in most keys. */
const keyIdPattern = /^\w+\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/

/** Keys that no row references. Most are found by the row id in the key; the rest is searched in all rows. */
async function findUnreferenced(db: Executor, keys: string[]): Promise<string[]> {
  const ids = keys.flatMap((key) => keyIdPattern.exec(key)?.[1] ?? [])
  const referencedById = await keysAmong(db, sql`where id = any(${ids}::uuid[])`)
  const remaining = keys.filter((key) => !referencedById.has(key))
  if (remaining.length === 0) return []
  const [images, thumbnails, reports, logos] = await Promise.all([
    queryKeys(db, sql`select image_key as key from photos where image_key = any(${remaining})`),
    queryKeys(db, sql`select thumbnail_key as key from photos where thumbnail_key = any(${remaining})`),
    queryKeys(db, sql`select file_key as key from reports where file_key = any(${remaining})`),
    queryKeys(db, sql`select logo_key as key from provider_details where logo_key = any(${remaining})`),
  ])
  const named = new Set([...images, ...thumbnails, ...reports, ...logos])
  return remaining.filter((key) => !named.has(key))
}

const keysAmong = async (db: Executor, where: ReturnType<typeof sql>) =>
  new Set(
    await queryKeys(
      db,
      sql`select image_key as key from photos ${where} union all select thumbnail_key from photos ${where}
          union all select file_key from reports ${where}`,
    ),
  )

async function queryKeys(db: Executor, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`${query}`.execute(db)
  return rows.map(({ key }) => key)
}
