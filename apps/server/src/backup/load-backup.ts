import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { CannotStart } from '../cannot-start.ts'
import type { Database } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import type { PendingJob } from '../jobs/pending.ts'
import type { Storage } from '../storage/storage.ts'
import { type Header, type Manifest, type Part, readArchive, type Receiver } from './archive.ts'
import { readNames } from './names-of-files.ts'
import type { NamedFile, Repository } from './repository.ts'
import { quoted, setNumbers } from './tables.ts'

const filesAtOnce = 8

/** Where a copy goes: an empty database and a storage. */
export interface Target {
  /** Opens the database, migrated no further than these files. @throws CannotStart  it holds anything already */
  open(only: string[]): Promise<Database>
  /** Takes out again what `open` and the copy made, where there was nothing before. */
  undo(database: Database): Promise<void>
  storage: Storage
  /** The file of the key in DATA_DIR; left out where SECRET_KEY is a setting. */
  secretKeyFile?: string | undefined
  /** Holds the files that the archive names by their hashes. */
  repository?: Pick<Repository, 'get'> | undefined
}

export interface Loaded {
  manifest: Manifest
  /** What waited in the queue, to be put into that of the copy. */
  jobs: PendingJob[]
  database: Database
}

/**
 * Loads a backup. The rows are written in one transaction that ends once the manifest has proven the file whole;
 * files come before, and lie there unused when it does not.
 * @throws CannotStart  the file is not whole, or the database is not empty
 */
export async function loadBackup(source: Readable, target: Target): Promise<Loaded> {
  const loader = new Loader(target)
  try {
    const manifest = await readArchive(source, loader)
    if (!loader.database) throw new Error('the archive was read without a header')
    await migrate(loader.database.pool)
    await loader.database.pool.query('analyze')
    return { manifest, jobs: loader.jobs, database: loader.database }
  } catch (thrown) {
    await loader.giveUp()
    throw thrown
  }
}

class Loader implements Receiver {
  jobs: PendingJob[] = []
  database: Database | undefined
  private client: pg.Client | undefined
  private copying: { table: string; stream: Writable & { rowCount: number } } | undefined
  private readonly rows: Record<string, number> = {}
  private tables: Header['tables'] = []
  private secretKey: Buffer | undefined
  private readonly target: Target

  constructor(target: Target) {
    this.target = target
  }

  async begin(header: Header): Promise<void> {
    this.database = await this.target.open(header.migrations)
    this.client = new pg.Client({ ...this.database.connection, application_name: 'chisholm-restore' })
    this.client.on('error', () => {})
    await this.client.connect()
    this.tables = header.tables
    await this.client.query('begin')
    for (const { name } of this.tables) {
      // counters come with the copy; the triggers that keep them would count a second time
      await this.client.query(`alter table ${quoted(name)} disable trigger user`)
      await this.client.query(`delete from ${quoted(name)}`)
    }
  }

  async part({ name, bytes }: Part): Promise<void> {
    const [kind = '', ...rest] = name.split('/')
    if (kind === 'tables') return this.writeRows(rest[0] ?? '', await promisify(gunzip)(bytes))
    await this.endTable()
    if (kind === 'names') return this.copyFiles(await readNames(bytes))
    if (kind === 'files') return this.target.storage.put(rest.join('/'), bytes)
    if (name === 'jobs.json') this.jobs = JSON.parse(bytes.toString()) as PendingJob[]
    else if (name === 'secret-key') this.secretKey = bytes
  }

  async whole(manifest: Manifest): Promise<void> {
    const client = this.open()
    for (const { name } of this.tables) {
      if ((this.rows[name] ?? 0) !== manifest.rows[name])
        throw new CannotStart(`The backup names ${manifest.rows[name]} rows of ${name} and holds ${this.rows[name]}.`)
      await client.query(`alter table ${quoted(name)} enable trigger user`)
    }
    await setNumbers(client, manifest.sequences)
    if (this.secretKey) await this.keepSecretKey(this.secretKey)
    await client.query('commit')
    await client.end()
  }

  async giveUp(): Promise<void> {
    // the connection ends, and with it the transaction
    await this.client?.end().catch(() => {})
    if (!this.database) return
    // a database that went away meanwhile keeps its empty tables, which the next try takes
    await this.target.undo(this.database).catch(() => {})
    await this.database.close()
  }

  private async copyFiles(names: NamedFile[]): Promise<void> {
    const { repository, storage } = this.target
    if (!repository) throw new CannotStart('This file is part of a folder of backups: restore that folder.')
    for (let first = 0; first < names.length; first += filesAtOnce) {
      const some = names.slice(first, first + filesAtOnce)
      await Promise.all(some.map(async (file) => storage.put(file[0], await repository.get(file))))
    }
  }

  private open(): pg.Client {
    if (!this.client) throw new Error('the archive has no header')
    return this.client
  }

  private async writeRows(table: string, text: Buffer): Promise<void> {
    if (this.copying?.table !== table) {
      await this.endTable()
      const columns = this.tables.find(({ name }) => name === table)?.columns
      if (!columns) throw new CannotStart(`The backup holds a table ${table} that its header does not name.`)
      const stream = this.open().query(copyFrom(`copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from stdin`))
      // told again by the write or the end that meets it
      stream.on('error', () => {})
      this.copying = { table, stream }
    }
    const { stream } = this.copying
    if (!stream.write(text)) await once(stream, 'drain')
  }

  private async endTable(): Promise<void> {
    if (!this.copying) return
    const { table, stream } = this.copying
    this.copying = undefined
    const finished = once(stream, 'finish')
    stream.end()
    await finished
    this.rows[table] = stream.rowCount
  }

  private async keepSecretKey(key: Buffer): Promise<void> {
    const file = this.target.secretKeyFile
    if (file === undefined) return
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, `${key.toString()}\n`, { mode: 0o600, flush: true })
  }
}
