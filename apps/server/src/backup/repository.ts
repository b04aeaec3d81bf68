import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OperatorError, errorMessage } from '../operator-error.ts'
import { fsync } from '../storage/fsync.ts'
import { writeNewFile } from '../storage/write-new-file.ts'

const format = 'chisholm-repository-1'

export interface BackupFile {
  at: Date
  /** Path of the archive with its tables and file index. */
  archive: string
}

/** A reference to a file: its key, SHA-256 (hexadecimal) and length. */
export type FileReference = [key: string, hash: string, bytes: number]

/**
 * A folder of backups. `files/ab/<sha256>` contains each photo and report once. `runs/<timestamp>.tar` is the archive
 * of one backup, which references its files by hash. Files are written completely before an archive references them.
 */
export class Repository {
  readonly folder: string
  private readonly foldersToSync = new Set<string>()

  constructor(folder: string) {
    this.folder = path.resolve(folder)
  }

  /**
   * Creates the folder of backups, or opens an existing one.
   * @throws OperatorError  the folder contains something else
   */
  async create(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    const names = (await readdir(this.folder)).filter((name) => !/^lost\+found$|^lock$|\.part$/.test(name))
    if (names.length > 0 && !names.includes('repository.json'))
      throw new OperatorError(`${this.folder} holds something that is no backup: name an empty folder or a new one.`)
    if (names.length === 0) {
      // Another backup may create the file at the same time.
      const part = this.pathIn(`${randomUUID()}.part`)
      await writeFile(part, `${JSON.stringify({ format })}\n`, { mode: 0o600, flush: true })
      await rename(part, this.pathIn('repository.json'))
      await fsync(this.folder)
    }
    await this.open()
    for (const name of ['files', 'runs']) await mkdir(this.pathIn(name), { recursive: true, mode: 0o700 })
  }

  /** @throws OperatorError  the folder is not a folder of backups, or one of another version */
  async open(): Promise<void> {
    const text = await readFile(this.pathIn('repository.json'), 'utf8').catch((thrown: unknown) => {
      throw new OperatorError(`${this.folder} is no folder of backups: ${errorMessage(thrown)}.`)
    })
    const { format: found } = JSON.parse(text) as { format: string }
    if (found !== format)
      throw new OperatorError(`${this.folder} has the format ${found}; this Chisholm reads ${format}.`)
  }

  /** The backups in the folder. The oldest comes first. */
  async backups(): Promise<BackupFile[]> {
    const names = (await readdir(this.pathIn('runs'))).toSorted()
    return names.flatMap((name) => {
      const at = timestampOfArchive(name)
      return at ? [{ at, archive: this.pathIn('runs', name) }] : []
    })
  }

  /** Path for the archive of a backup that is made at this time. */
  archivePath = (at: Date) => this.pathIn('runs', `${at.toISOString().replaceAll(':', '-')}.tar`)

  private pathIn = (...names: string[]) => path.join(this.folder, ...names)
  private filePath = (hash: string) => this.pathIn('files', hash.slice(0, 2), hash)

  /** Whether the folder has a file with this hash and length. */
  async has(hash: string, bytes: number): Promise<boolean> {
    const found = await stat(this.filePath(hash)).catch(() => undefined)
    return found?.size === bytes
  }

  /**
   * Adds a file unless the folder already has it.
   * @returns its hash and length
   */
  async add(source: Readable): Promise<{ hash: string; bytes: number; isNew: boolean }> {
    const part = this.pathIn('files', `${randomUUID()}.part`)
    try {
      const hashing = createHash('sha256')
      let bytes = 0
      const hashed = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length
          hashing.update(chunk)
          yield chunk
        }
      }
      await writeNewFile(part, (file) => pipeline(source, hashed, file), { flush: true })
      const hash = hashing.digest('hex')
      const isNew = !(await this.has(hash, bytes))
      if (isNew) await this.moveIntoPlace(part, hash)
      return { hash, bytes, isNew }
    } finally {
      await rm(part, { force: true })
    }
  }

  private async moveIntoPlace(part: string, hash: string): Promise<void> {
    const file = this.filePath(hash)
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await rename(part, file)
    this.foldersToSync.add(path.dirname(file))
  }

  /** Waits until all files that were added survive a crash. */
  async flush(): Promise<void> {
    if (this.foldersToSync.size === 0) return
    for (const folder of [...this.foldersToSync, this.pathIn('files')]) await fsync(folder)
    this.foldersToSync.clear()
  }

  /** @throws OperatorError  the file is missing, or its content does not match its hash */
  async get([key, hash, bytes]: FileReference): Promise<Buffer> {
    const found = await readFile(this.filePath(hash)).catch((thrown: unknown) => {
      throw new OperatorError(`The backup has no file for ${key}: ${errorMessage(thrown)}.`)
    })
    const isSame = found.length === bytes && createHash('sha256').update(found).digest('hex') === hash
    if (!isSame) throw new OperatorError(`The file of ${key} was changed or damaged since it was written: ${hash}.`)
    return found
  }

  /**
   * Verifies a file by streaming it.
   * @returns what is wrong with it, or null
   */
  async check([key, hash, bytes]: FileReference): Promise<string | null> {
    if (!(await this.has(hash, bytes))) return `The file of ${key} is missing or truncated: ${hash}.`
    const hashing = createHash('sha256')
    // cast: a stream without an encoding yields buffers
    for await (const chunk of createReadStream(this.filePath(hash))) hashing.update(chunk as Buffer)
    return hashing.digest('hex') === hash ? null : `The file of ${key} was changed: ${hash}.`
  }

  /** Deletes the archives of backups. Their files stay until `removeUnreferenced`. */
  async removeBackups(runs: readonly BackupFile[]): Promise<void> {
    for (const { archive } of runs) await rm(archive, { force: true })
    await fsync(this.pathIn('runs'))
  }

  /**
   * Deletes unreferenced files, and what interrupted backups left behind.
   * @param assertLocked  called before each deletion: a backup that has the lock may be adding files
   * @returns the number of files deleted
   */
  async removeUnreferenced(isReferenced: (hash: string) => boolean, assertLocked: () => void): Promise<number> {
    let removed = 0
    for (const folder of ['runs', 'files'])
      for (const name of await readdir(this.pathIn(folder)))
        if (name.endsWith('.part')) {
          assertLocked()
          await rm(this.pathIn(folder, name), { force: true })
        }
    for (const shard of await readdir(this.pathIn('files')))
      for (const hash of await readdir(this.pathIn('files', shard))) {
        if (!/^[0-9a-f]{64}$/.test(hash) || isReferenced(hash)) continue
        assertLocked()
        await rm(this.filePath(hash), { force: true })
        removed++
      }
    return removed
  }
}

function timestampOfArchive(name: string): Date | null {
  const [, day, hours, minutes, rest] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-([\d.]+Z)\.tar$/.exec(name) ?? []
  const at = new Date(`${day}T${hours}:${minutes}:${rest}`)
  return Number.isNaN(at.getTime()) ? null : at
}
