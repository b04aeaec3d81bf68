import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { OperatorError, errorMessage } from '../operator-error.ts'

/** Number of the advisory lock that all servers of a database share. */
export const migrationLock = 1_867_004

const migrations = path.join(import.meta.dirname, 'migrations')

/**
 * While a migration waits for a table, all later queries on that table wait behind it. After this timeout the migration
 * lets them pass and tries again.
 */
const lockTimeout = '2s'
const maxAttempts = 60
const lockNotAvailable = '55P03'

export interface Migrated {
  /** Files that this run applied. */
  applied: string[]
  /** Files that are not applied because the caller excluded them. */
  pending: string[]
  /** Files that a newer version applied and that this version is compatible with. */
  newer: string[]
}

/**
 * Applies the pending migration files in order, each in its own transaction, under an advisory lock.
 * @param options.onlyMigrations  stops before the first file that is not listed, so that a backup is restored into its
 * own schema
 * @throws OperatorError  the database is too new, an applied file was changed, or a migration fails
 */
export async function migrate(
  pool: pg.Pool,
  { folder = migrations, onlyMigrations: only }: { folder?: string; onlyMigrations?: readonly string[] } = {},
): Promise<Migrated> {
  const known = await listMigrations(folder)
  const client = await pool.connect()
  try {
    // another server may migrate for minutes
    await client.query('set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    await client.query(
      'alter table migrations add column if not exists checksum text, add column if not exists servers_from text',
    )
    const { rows } = await client.query<MigrationRow>('select name, checksum, servers_from from migrations')
    const applied = new Set(rows.map((row) => row.name))
    const newer = findNewerMigrations(known, rows)
    await verifyChecksums(
      client,
      folder,
      rows.filter(({ name }) => !newer.includes(name)),
    )
    const unapplied = known.filter((name) => !applied.has(name))
    const toApply = unapplied.filter((name) => only === undefined || only.includes(name))
    for (const name of toApply) await applyMigration(client, folder, name)
    return { applied: toApply, pending: unapplied.filter((name) => !toApply.includes(name)), newer }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
    await client.query('reset lock_timeout').catch(() => {})
    client.release()
  }
}

interface MigrationRow {
  name: string
  /** Null for files applied before checksums existed. */
  checksum: string | null
  /** The oldest migration that a server must know to run after this one. Empty means any server, null means unknown. */
  servers_from: string | null
}

/**
 * Finds the migrations of a newer version. Each records which servers stay compatible, so that the previous version
 * still starts (docs/decisions/0095-migrations-in-two-steps.md).
 * @throws OperatorError  this version is not compatible
 */
function findNewerMigrations(known: string[], ran: MigrationRow[]): string[] {
  const unknown = ran.filter(({ name }) => !known.includes(name))
  const incompatible = unknown.filter(
    ({ servers_from: from }) => from === null || (from !== '' && !known.includes(from)),
  )
  if (incompatible.length > 0) {
    const names = incompatible.map(({ name }) => name).sort()
    throw new OperatorError(
      `The database is newer than this Chisholm, which cannot work with what ${names.join(', ')} changed: start the newer version, or restore the backup from before it.`,
    )
  }
  return unknown.map(({ name }) => name).sort()
}

/** A file that changed after it was applied would leave databases with different schemas. */
async function verifyChecksums(client: pg.PoolClient, folder: string, ran: MigrationRow[]): Promise<void> {
  for (const { name, checksum } of ran) {
    const { checksum: now } = await readMigration(folder, name)
    if (checksum === null) await client.query('update migrations set checksum = $2 where name = $1', [name, now])
    else if (checksum !== now)
      throw new OperatorError(`The migration ${name} was changed after it had run. Bring its file back as it was.`)
  }
}

/** Matches `-- servers from: 0120_name.sql` in the leading comments of a file. */
const serversFrom = /^(?:--.*\n)*?-- servers from: (\S+)\n/

interface Migration {
  sql: string
  checksum: string
  /** The oldest migration that a server must know to run after this one. Empty for a migration that only adds. */
  serversFrom: string
}

export async function readMigration(folder: string, name: string): Promise<Migration> {
  // A checkout may have CRLF line endings, which would change the checksum.
  const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  return {
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
    serversFrom: serversFrom.exec(sql)?.[1] ?? '',
  }
}

/** @returns the names of the numbered files, in order */
export const listMigrations = async (folder = migrations): Promise<string[]> =>
  (await readdir(folder)).filter((file) => /^\d{4}_.+\.sql$/.test(file)).sort()

async function applyMigration(client: pg.PoolClient, folder: string, name: string): Promise<void> {
  const { sql, checksum, serversFrom } = await readMigration(folder, name)
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = '${lockTimeout}'`)
      await client.query(sql)
      await client.query('insert into migrations (name, checksum, servers_from) values ($1, $2, $3)', [
        name,
        checksum,
        serversFrom,
      ])
      await client.query('commit')
      return
    } catch (thrown) {
      await client.query('rollback').catch(() => {})
      // cast: reads these fields only, each of which may be missing
      if ((thrown as { code?: string }).code === lockNotAvailable && attempt < maxAttempts) continue
      throw new OperatorError(`The migration ${name} failed: ${errorMessage(thrown)}.`)
    }
  }
}
