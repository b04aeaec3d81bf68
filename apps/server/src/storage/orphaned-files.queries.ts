import { sql } from 'kysely'
import type { Executor } from '../database/executor.ts'

/** Identifies this database by its cluster and the database within it. */
export async function databaseIdentity(db: Executor): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as identity
    from pg_control_system()`.execute(db)
  return rows[0]?.identity ?? ''
}

/** Most keys contain the id of their row. */
const keyIdPattern = /^\w+\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/

/**
 * The keys that no row references. Most rows are found by the id in the key. The remaining keys are searched in all
 * rows.
 */
export async function findUnreferenced(db: Executor, keys: string[]): Promise<string[]> {
  const ids = keys.flatMap((key) => keyIdPattern.exec(key)?.[1] ?? [])
  const referencedById = await keysAmong(db, sql`where id = any(${ids}::uuid[])`)
  const remaining = keys.filter((key) => !referencedById.has(key))
  if (remaining.length === 0) return []
  const [images, thumbnails, reports, logos] = await Promise.all([
    queryKeys(db, sql`select image_key as key from photos where image_key = any(${remaining})`),
    queryKeys(db, sql`select thumbnail_key as key from photos where thumbnail_key = any(${remaining})`),
    queryKeys(db, sql`select file_key as key from report_files where file_key = any(${remaining})`),
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
          union all select file_key from report_files ${where}`,
    ),
  )

async function queryKeys(db: Executor, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`${query}`.execute(db)
  return rows.map(({ key }) => key)
}
