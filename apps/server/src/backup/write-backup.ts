import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Database } from '../database/database.ts'
import { readPendingJobs } from '../jobs/pending-jobs.ts'
import type { Storage } from '../storage/storage.ts'
import { type Manifest, type ArchiveEntry, writeArchive } from './archive.ts'
import { indexFiles, maxParallelFiles } from './file-index.ts'
import type { Repository } from './repository.ts'
import { copyVerified, type FileRow, fileRowsSql } from './file-rows.ts'
import { readIfPresent } from './read-if-present.ts'
import { readSequences, quoteIdentifier, tablesInDependencyOrder } from './table-order.ts'

/** The source of a backup. Its server may be running. */
export interface BackupSource {
  database: Database
  /** Null leaves out photos and reports. */
  storage: Storage | null
  /** The key that was generated in DATA_DIR. It is needed to decrypt the authenticator secrets. */
  secretKey?: string | undefined
  /** The folder of backups that stores the files. Without it they go into the archive. */
  repository?: Repository
}

export interface WrittenBackup {
  /** The time of the database snapshot. */
  at: Date
  manifest: Manifest
}

const entryBytes = 8 * 1024 * 1024
const keysPerFetch = 500

/**
 * Writes a consistent backup. Tables are read from one snapshot. Files are stored before the rows that reference them
 * and never change, so both match. A file that is deleted meanwhile, as when a customer is erased, is reported as
 * missing. One that was truncated or changed in the storage is copied as it is, and reported as damaged.
 */
export async function writeBackup(source: BackupSource, target: Writable): Promise<WrittenBackup> {
  const client = new pg.Client({ ...source.database.connection, application_name: 'chisholm-backup' })
  // The query that is running reports errors of the connection.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    const tables = await tablesInDependencyOrder(client)
    const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
    const at = new Date()
    const header = { migrations: rows.map(({ name }) => name), tables, madeAt: at.toISOString() }
    return { at, manifest: await writeArchive(header, archiveEntries(source, client, tables), target) }
  } finally {
    await client.end()
  }
}

async function* archiveEntries(
  { storage, secretKey, repository }: BackupSource,
  client: pg.Client,
  tables: { name: string; columns: string[] }[],
): AsyncGenerator<ArchiveEntry, Manifest> {
  if (secretKey !== undefined) yield { name: 'secret-key', bytes: Buffer.from(secretKey) }
  // The index comes before the tables, so that removing old backups needs to read only the index.
  const indexed = storage && repository ? yield* indexFiles(client, storage, repository) : undefined
  const rows: Record<string, number> = {}
  for (const table of tables) rows[table.name] = yield* tableEntries(client, table)
  const sequences = await readSequences(client)
  yield { name: 'jobs.json', bytes: Buffer.from(JSON.stringify(await readPendingJobs(client))) }
  const files =
    indexed ?? (storage ? yield* fileEntries(client, storage) : { files: 0, bytes: 0, missing: [], damaged: [] })
  return { rows, sequences, ...files }
}

/** @returns how many rows the table has */
async function* tableEntries(
  client: pg.Client,
  { name, columns }: { name: string; columns: string[] },
): AsyncGenerator<ArchiveEntry, number> {
  const stream = client.query(
    copyTo(`copy ${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) to stdout`),
  )
  let count = 0
  let chunks: Buffer[] = []
  let size = 0
  const nextEntry = async () => {
    const bytes = await promisify(gzip)(Buffer.concat(chunks), { level: 3 })
    chunks = []
    size = 0
    return { name: `tables/${name}/${String((count += 1)).padStart(6, '0')}.copy.gz`, bytes }
  }
  const closed = once(stream, 'close')
  // A copy that is aborted must not raise an unhandled error.
  closed.catch(() => {})
  stream.on('error', () => {})
  for await (const chunk of stream) {
    // cast: a stream without an encoding yields buffers
    chunks.push(chunk as Buffer)
    // cast: a stream without an encoding yields buffers
    size += (chunk as Buffer).length
    if (size >= entryBytes) yield await nextEntry()
  }
  if (size > 0) yield await nextEntry()
  await closed
  return stream.rowCount
}

async function* fileEntries(
  client: pg.Client,
  storage: Storage,
): AsyncGenerator<ArchiveEntry, Pick<Manifest, 'files' | 'bytes' | 'missing' | 'damaged'>> {
  await client.query(`declare files no scroll cursor for ${fileRowsSql}`)
  const [missing, damaged]: [string[], string[]] = [[], []]
  const totals = { files: 0, bytes: 0, missing, damaged }
  for (;;) {
    const { rows } = await client.query<FileRow>(`fetch ${keysPerFetch} from files`)
    if (rows.length === 0) return totals
    for (let first = 0; first < rows.length; first += maxParallelFiles) {
      const some = rows.slice(first, first + maxParallelFiles)
      const copies = await Promise.all(some.map((row) => readFile(storage, row)))
      for (const [index, { key }] of some.entries()) {
        const file = copies[index]
        if (!file) {
          missing.push(key)
          continue
        }
        if (file.isDamaged) damaged.push(key)
        totals.files += 1
        totals.bytes += file.bytes.length
        yield { name: `files/${key}`, bytes: file.bytes }
      }
    }
  }
}

/** @returns null if the storage does not have the file */
const readFile = (storage: Storage, row: FileRow) =>
  copyVerified(row, async () => {
    const bytes = await readIfPresent(storage, () => storage.get(row.key))
    return bytes && { bytes, hash: createHash('sha256').update(bytes).digest('hex') }
  })
