import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { CannotStart, reasonOf } from '../cannot-start.ts'

/** Any number, the same in every server that shares a database. */
const lockNumber = 1_867_004

/**
 * Brings the database up to date: runs each numbered file that it has not seen, in order, each in its own
 * transaction. Two servers that start at once take turns.
 * @returns the names of the files that ran
 * @throws CannotStart  the database was migrated by a newer version, or a file fails
 */
export async function migrate(pool: pg.Pool, folder = path.join(import.meta.dirname, 'migrations')): Promise<string[]> {
  const known = (await readdir(folder)).filter((file) => /^\d{4}_.+\.sql$/.test(file)).sort()
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map((row) => row.name))
    const unknown = [...applied].filter((name) => !known.includes(name)).sort()
    if (unknown.length > 0) {
      throw new CannotStart(`The database is newer than this Chisholm, which does not know ${unknown.join(', ')}.`)
    }
    const missing = known.filter((name) => !applied.has(name))
    for (const name of missing) await apply(client, folder, name)
    return missing
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockNumber]).catch(() => {})
    client.release()
  }
}

async function apply(client: pg.PoolClient, folder: string, name: string): Promise<void> {
  const sql = await readFile(path.join(folder, name), 'utf8')
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (thrown) {
    await client.query('rollback').catch(() => {})
    throw new CannotStart(`The migration ${name} failed: ${reasonOf(thrown)}.`)
  }
}
