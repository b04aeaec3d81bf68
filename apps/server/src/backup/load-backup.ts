import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { ControlledTransaction, Transaction } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { OperatorError } from '../operator-error.ts'
import type { Database } from '../database/database.ts'
import { transactionOn } from '../database/transaction-on.ts'
import { migrate } from '../database/migrate.ts'
import type { Tables } from '../database/tables.ts'
import type { PendingJob } from '../jobs/pending-jobs.ts'
import type { Storage } from '../storage/storage.ts'
import {
  type ArchiveEntry,
  type ArchiveReader,
  type Header,
  type Manifest,
  damagedError,
  parseEntry,
  readArchive,
  unzipEntry,
} from './archive.ts'
import { maxParallelFiles, readFileIndex } from './file-index.ts'
import type { FileReference, Repository } from './repository.ts'
import { quoteIdentifier, restoreSequences } from './table-order.ts'

/** The target of a restore: an empty database and a storage. */
export interface RestoreTarget {
  /**
   * Opens the database, migrated no further than these files.
   * @throws OperatorError  it is not empty
   */
  openDatabase(migrations: string[]): Promise<Database>
  /** Enqueues the jobs that were pending when the backup was made, in the transaction that writes the rows. */
  enqueue(database: Database, tx: Transaction<Tables>, jobs: PendingJob[]): Promise<void>
  /** Removes what the restore created, if the database was empty before. */
  undo(database: Database): Promise<void>
  storage: Storage
  /** The key file in DATA_DIR. Undefined if SECRET_KEY is set. */
  secretKeyFile?: string | undefined
  /** The folder of backups, which contains the files that the archive references by hash. */
  repository?: Pick<Repository, 'get'> | undefined
}

export interface LoadedBackup {
  manifest: Manifest
  database: Database
}

/**
 * Restores a backup. Rows and pending jobs are written in one transaction, which commits after the manifest has been
 * verified. Files are written before that, and stay unused if it fails.
 * @throws OperatorError  the archive is truncated, or the database is not empty
 */
export async function loadBackup(source: Readable, target: RestoreTarget): Promise<LoadedBackup> {
  const loader = new BackupLoader(target)
  try {
    const manifest = await readArchive(source, loader)
    if (!loader.database) throw new Error('the archive was read without a header')
    await migrate(loader.database.pool)
    await loader.database.pool.query('analyze')
    return { manifest, database: loader.database }
  } catch (thrown) {
    await loader.abort()
    throw isUnknownName(thrown) ? damagedError() : thrown
  }
}

/** Whether PostgreSQL knows no such table or column: the names are in the archive. */
const isUnknownName = (thrown: unknown) =>
  thrown instanceof pg.DatabaseError && (thrown.code === '42P01' || thrown.code === '42703')

class BackupLoader implements ArchiveReader {
  database: Database | undefined
  private jobs: PendingJob[] = []
  private client: pg.Client | undefined
  private tx: ControlledTransaction<Tables> | undefined
  private currentCopy: { table: string; stream: Writable & { rowCount: number } } | undefined
  private readonly rows: Record<string, number> = {}
  private tables: Header['tables'] = []
  private secretKey: Buffer | undefined
  private readonly target: RestoreTarget

  constructor(target: RestoreTarget) {
    this.target = target
  }

  async onHeader(header: Header): Promise<void> {
    this.database = await this.target.openDatabase(header.migrations)
    this.client = new pg.Client({ ...this.database.connection, application_name: 'chisholm-restore' })
    this.client.on('error', () => {})
    await this.client.connect()
    this.tables = header.tables
    this.tx = await transactionOn(this.client)
    for (const { name } of this.tables) {
      // The archive contains the tables with counters. Triggers would count a second time.
      await this.client.query(`alter table ${quoteIdentifier(name)} disable trigger user`)
      await this.client.query(`delete from ${quoteIdentifier(name)}`)
    }
  }

  async onEntry({ name, bytes }: ArchiveEntry): Promise<void> {
    const [kind = '', ...rest] = name.split('/')
    if (kind === 'tables') return this.writeRows(rest[0] ?? '', await unzipEntry(bytes))
    await this.finishTable()
    if (kind === 'names') return this.copyFiles(await readFileIndex(bytes))
    if (kind === 'files') return this.target.storage.put(rest.join('/'), bytes)
    if (name === 'jobs.json') this.jobs = parseEntry(bytes)
    else if (name === 'secret-key') this.secretKey = bytes
  }

  async onEnd(manifest: Manifest): Promise<void> {
    const [client, tx, database] = [this.requireClient(), this.tx, this.database]
    if (!tx || !database) throw new Error('the archive has no header')
    for (const { name } of this.tables) {
      if ((this.rows[name] ?? 0) !== manifest.rows[name])
        throw new OperatorError(`The backup names ${manifest.rows[name]} rows of ${name} and holds ${this.rows[name]}.`)
      await client.query(`alter table ${quoteIdentifier(name)} enable trigger user`)
    }
    await restoreSequences(client, manifest.sequences)
    if (this.secretKey) await this.writeSecretKey(this.secretKey)
    await this.target.enqueue(database, tx, this.jobs)
    await tx.commit().execute()
    await client.end()
  }

  async abort(): Promise<void> {
    // Closing the connection rolls the transaction back.
    await this.client?.end().catch(() => {})
    if (!this.database) return
    // If the database cannot be reached any more, its empty tables remain for the next attempt.
    await this.target.undo(this.database).catch(() => {})
    await this.database.close()
  }

  private async copyFiles(names: FileReference[]): Promise<void> {
    const { repository, storage } = this.target
    if (!repository) throw new OperatorError('This file is part of a folder of backups: restore that folder.')
    for (let first = 0; first < names.length; first += maxParallelFiles) {
      const some = names.slice(first, first + maxParallelFiles)
      await Promise.all(some.map(async (file) => storage.put(file[0], await repository.get(file))))
    }
  }

  private requireClient(): pg.Client {
    if (!this.client) throw new Error('the archive has no header')
    return this.client
  }

  private async writeRows(table: string, text: Buffer): Promise<void> {
    if (this.currentCopy?.table !== table) {
      await this.finishTable()
      const columns = this.tables.find(({ name }) => name === table)?.columns
      if (!columns) throw new OperatorError(`The backup holds a table ${table} that its header does not name.`)
      const stream = this.requireClient().query(
        copyFrom(`copy ${quoteIdentifier(table)} (${columns.map(quoteIdentifier).join(', ')}) from stdin`),
      )
      // The write or end that is pending reports the same error.
      stream.on('error', () => {})
      this.currentCopy = { table, stream }
    }
    const { stream } = this.currentCopy
    if (!stream.write(text)) await once(stream, 'drain')
  }

  private async finishTable(): Promise<void> {
    if (!this.currentCopy) return
    const { table, stream } = this.currentCopy
    this.currentCopy = undefined
    const finished = once(stream, 'finish')
    stream.end()
    await finished
    this.rows[table] = stream.rowCount
  }

  private async writeSecretKey(key: Buffer): Promise<void> {
    const file = this.target.secretKeyFile
    if (file === undefined) return
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, `${key.toString()}\n`, { mode: 0o600, flush: true })
  }
}
