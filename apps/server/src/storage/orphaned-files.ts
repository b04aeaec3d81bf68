import { sql } from 'kysely'
import { errorMessage } from '../operator-error.ts'
import type { Executor } from '../http/context.ts'
import { filesRemoved } from '../process-metrics.ts'
import { FileMissingError } from './file-missing-error.ts'
import type { Storage, StoredFile } from './storage.ts'

/** An upload whose outcome nobody knows is repeated under its Idempotency-Key within 24 hours, and names its files then. */
const graceMilliseconds = 48 * 3_600_000

/** What we put into the storage; whatever else lies there is not ours to remove. */
const ownKeys = /^(photos|reports|logos)\//

interface OrphanLog {
  info(details: object, text: string): void
  warn(details: object, text: string): void
}

/**
 * Removes files that no photo, no report and no details of the practice name, deleted ones included, once they are older
 * than 48 hours: uploads and reports of servers that were killed before they wrote the row.
 * Only the database that owns the storage removes anything: a copy of it, restored to look at, would take the files that
 * came after the backup for orphans.
 * @returns how many were removed
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
      // listed a while ago: a repeated upload may have written it since
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
 * Removes the files of rows that were deleted, but those that another row names, too, as tickets of the demo share theirs,
 * and all of them where the storage belongs to another database. Call it once the deletion is committed; what a failure
 * leaves here, `removeOrphans` removes.
 */
export async function removeUnreferencedFiles(db: Executor, storage: Storage, keys: string[]): Promise<void> {
  if (!(await ownsStorage(db, storage))) return
  for (const key of await findUnreferenced(db, keys)) await storage.remove(key)
}

/** Holds which database the files belong to. An operator who moved to another one removes it. */
const ownerKey = 'owner/database.txt'

/** Whether the storage belongs to this database; one without an owner gets it. */
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

/** The id most keys begin with. */
const keyIdPattern = /^\w+\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/

/**
 * Which of these keys no row names. Nearly all are named by the row their id tells, which is quick to find; the rest is
 * looked for in every row before it is believed.
 */
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
