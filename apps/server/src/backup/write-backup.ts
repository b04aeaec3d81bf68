import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Database } from '../database/database.ts'
import { pendingJobs } from '../jobs/pending.ts'
import type { Storage } from '../storage/storage.ts'
import { type Manifest, type Part, writeArchive } from './archive.ts'
import { namesOfFiles } from './names-of-files.ts'
import type { Repository } from './repository.ts'
import { readStored } from './read-stored.ts'
import { lastNumbers, quoted, tablesInOrder } from './tables.ts'

/** What is copied: a practice as it is, while its server may be running. */
export interface Source {
  database: Database
  /** Null: photos and reports are left out. */
  storage: Storage | null
  /** The key made in DATA_DIR, without which authenticator apps of the copy would be worthless. */
  secretKey?: string | undefined
  /** Takes the files; without it they are in the archive. */
  repository?: Repository
}

/** A backup that was written. */
export interface Backup {
  /** The moment it shows. */
  at: Date
  manifest: Manifest
}

const bytesOfPart = 8 * 1024 * 1024
const filesAtOnce = 8
const namesAtOnce = 500

/**
 * Writes everything as it was at one moment. The tables are read in one snapshot; every picture and report they name was
 * in the storage before its row and never changes, so that the files fit the rows. One that goes meanwhile, as with a
 * customer who is erased, is told as missing.
 */
export async function writeBackup(source: Source, target: Writable): Promise<Backup> {
  const client = new pg.Client({ ...source.database.connection, application_name: 'chisholm-backup' })
  // what breaks it fails the query in hand
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    const tables = await tablesInOrder(client)
    const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
    const at = new Date()
    const header = { migrations: rows.map(({ name }) => name), tables, madeAt: at.toISOString() }
    return { at, manifest: await writeArchive(header, partsOf(source, client, tables), target) }
  } finally {
    await client.end()
  }
}

async function* partsOf(
  { storage, secretKey, repository }: Source,
  client: pg.Client,
  tables: { name: string; columns: string[] }[],
): AsyncGenerator<Part, Manifest> {
  if (secretKey !== undefined) yield { name: 'secret-key', bytes: Buffer.from(secretKey) }
  // first, so that pruning need not read the tables to know which files an archive names
  const named = storage && repository ? yield* namesOfFiles(client, storage, repository) : undefined
  const rows: Record<string, number> = {}
  for (const table of tables) rows[table.name] = yield* partsOfTable(client, table)
  const sequences = await lastNumbers(client)
  yield { name: 'jobs.json', bytes: Buffer.from(JSON.stringify(await pendingJobs(client))) }
  const files = named ?? (storage ? yield* partsOfFiles(client, storage) : { files: 0, bytes: 0, missing: [] })
  return { rows, sequences, ...files }
}

/** @returns how many rows the table has */
async function* partsOfTable(
  client: pg.Client,
  { name, columns }: { name: string; columns: string[] },
): AsyncGenerator<Part, number> {
  const stream = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`))
  let count = 0
  let gathered: Buffer[] = []
  let size = 0
  const part = async () => {
    const bytes = await promisify(gzip)(Buffer.concat(gathered), { level: 3 })
    gathered = []
    size = 0
    return { name: `tables/${name}/${String((count += 1)).padStart(6, '0')}.copy.gz`, bytes }
  }
  const closed = once(stream, 'close')
  // a copy that is given up half-way, because its reader failed, fails quietly
  closed.catch(() => {})
  stream.on('error', () => {})
  for await (const chunk of stream) {
    // cast: a stream without an encoding gives buffers
    gathered.push(chunk as Buffer)
    // cast: a stream without an encoding gives buffers
    size += (chunk as Buffer).length
    if (size >= bytesOfPart) yield await part()
  }
  if (size > 0) yield await part()
  await closed
  return stream.rowCount
}

const everyFile = `
  select image_key as key from photos union select thumbnail_key from photos union select file_key from reports
  union select logo_key from provider_details where logo_key is not null`

async function* partsOfFiles(
  client: pg.Client,
  storage: Storage,
): AsyncGenerator<Part, Pick<Manifest, 'files' | 'bytes' | 'missing'>> {
  await client.query(`declare files no scroll cursor for ${everyFile} order by key`)
  // cast: the literal alone would be narrower than what comes later
  const sum = { files: 0, bytes: 0, missing: [] as string[] }
  for (;;) {
    const { rows } = await client.query<{ key: string }>(`fetch ${namesAtOnce} from files`)
    if (rows.length === 0) return sum
    for (let first = 0; first < rows.length; first += filesAtOnce) {
      const keys = rows.slice(first, first + filesAtOnce).map(({ key }) => key)
      const read = keys.map(async (key) => ({ key, bytes: await readStored(storage, () => storage.get(key)) }))
      for (const { key, bytes } of await Promise.all(read)) {
        if (bytes === null) {
          sum.missing.push(key)
          continue
        }
        sum.files += 1
        sum.bytes += bytes.length
        yield { name: `files/${key}`, bytes }
      }
    }
  }
}
