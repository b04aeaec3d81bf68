import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import tar from 'tar-stream'
import { OperatorError } from '../operator-error.ts'

/**
 * A backup is a tar file with `header.json` first, then the entries, then `manifest.json`. The manifest contains the
 * SHA-256 of everything before it, which reveals truncation and changes. Each entry fits into memory, because a table
 * is split into many entries.
 */
const format = 'chisholm-backup-1'

export interface Header {
  /** The migrations that were applied to the database. */
  migrations: string[]
  /** Tables with their columns. A table follows those it references. */
  tables: { name: string; columns: string[] }[]
  madeAt: string
}

export interface Manifest {
  /** Number of rows in each table. */
  rows: Record<string, number>
  /** Last value of each identity column. */
  sequences: { table: string; column: string; last: number }[]
  files: number
  bytes: number
  /** Keys of files to which rows refer, but which the storage does not have. */
  missing: string[]
  /** Keys of files whose bytes are not those that their rows describe: truncated or changed. Older backups lack it. */
  damaged?: string[]
  /** The files that a folder of backups did not have yet. Only set for such a folder. */
  copied?: { files: number; bytes: number }
}

/** One entry of the tar file, like `tables/users/000001.copy.gz` or `files/photos/….jpg`. */
export interface ArchiveEntry {
  name: string
  bytes: Buffer
}

/** Name and length are hashed along with the bytes, so that bytes cannot move between entries. */
const hashEntry = (hash: Hash, { name, bytes }: ArchiveEntry) => hash.update(`${name}\0${bytes.length}\0`).update(bytes)

const jsonEntry = (name: string, value: unknown): ArchiveEntry => ({ name, bytes: Buffer.from(JSON.stringify(value)) })

/** Writes a backup. Entries are created one at a time, as fast as the target accepts them. */
export async function writeArchive(
  header: Header,
  entries: AsyncGenerator<ArchiveEntry, Manifest>,
  target: Writable,
): Promise<Manifest> {
  const pack = tar.pack()
  const hash = createHash('sha256')
  const add = ({ name, bytes }: ArchiveEntry) =>
    new Promise<void>((resolve, reject) => {
      const entry = pack.entry({ name, size: bytes.length, mode: 0o600 }, bytes, (error) =>
        error ? reject(error) : resolve(),
      )
      // The entry of a target that fails also emits the error, which would end the process without a listener.
      entry.on('error', reject)
    })
  const addHashed = (part: ArchiveEntry) => {
    hashEntry(hash, part)
    return add(part)
  }
  const write = async () => {
    await addHashed(jsonEntry('header.json', { format, ...header }))
    let next = await entries.next()
    for (; !next.done; next = await entries.next()) await addHashed(next.value)
    await add(jsonEntry('manifest.json', { ...next.value, sha256: hash.digest('hex') }))
    pack.finalize()
    return next.value
  }
  const [written, piped] = await Promise.allSettled([
    write().catch((thrown: unknown) => {
      // cast: only Error objects are thrown here
      pack.destroy(thrown as Error)
      throw thrown
    }),
    pipeline(pack, target),
  ])
  // First the error of the target: it destroys the entries, whose errors follow from it.
  if (piped.status === 'rejected') throw piped.reason
  if (written.status === 'rejected') throw written.reason
  return written.value
}

/** Receives the entries of an archive in order. It must not commit anything before `onEnd`. */
export interface ArchiveReader {
  onHeader(header: Header): Promise<void>
  onEntry(part: ArchiveEntry): Promise<void>
  onEnd(manifest: Manifest): Promise<void>
}

/**
 * Reads and verifies a whole backup.
 * @throws OperatorError  the file is not a backup, is truncated, or has changed since it was written
 */
export async function readArchive(source: Readable, receiver: ArchiveReader): Promise<Manifest> {
  const extract = tar.extract()
  const feeding = pipeInto(source, extract)
  try {
    return await readAll(extract, receiver)
  } finally {
    source.destroy()
    await feeding
  }
}

/**
 * Reads the first entries of a backup without verifying the rest.
 * @param onEntry  returns false to stop
 */
export async function readEntries(source: Readable, onEntry: (part: ArchiveEntry) => Promise<boolean>): Promise<void> {
  const extract = tar.extract()
  const feeding = pipeInto(source, extract)
  try {
    let begun = false
    for await (const part of entriesIn(extract)) {
      if (!begun) readHeader(part)
      else if (!(await onEntry(part))) return
      begun = true
    }
    throw begun ? truncatedError() : notABackupError()
  } finally {
    source.destroy()
    await feeding
  }
}

/** An error of the source aborts the read. */
async function pipeInto(source: Readable, extract: tar.Extract): Promise<void> {
  const closed = once(extract, 'close').catch(() => {})
  try {
    for await (const chunk of source) if (!extract.write(chunk)) await Promise.race([once(extract, 'drain'), closed])
    extract.end(null)
  } catch (thrown) {
    // cast: only Error objects are thrown here
    extract.destroy(thrown as Error)
  }
}

async function readAll(extract: tar.Extract, receiver: ArchiveReader): Promise<Manifest> {
  const hash = createHash('sha256')
  let begun = false
  let manifest: Manifest | undefined
  for await (const { name, bytes } of entriesIn(extract)) {
    const part = { name, bytes }
    if (!begun) await receiver.onHeader(readHeader(part))
    else if (name === 'manifest.json') manifest = verifyManifest(bytes, hash.copy().digest('hex'))
    else await receiver.onEntry(part)
    begun = true
    hashEntry(hash, part)
  }
  if (!begun) throw notABackupError()
  if (!manifest) throw truncatedError()
  await receiver.onEnd(manifest)
  return manifest
}

async function* entriesIn(extract: tar.Extract): AsyncGenerator<ArchiveEntry> {
  let first = true
  try {
    for await (const entry of extract) {
      yield { name: entry.header.name, bytes: await readBytes(entry) }
      first = false
    }
  } catch (thrown) {
    if (!isTarError(thrown)) throw thrown
    throw first ? notABackupError() : truncatedError()
  }
}

/** Messages of tar-stream for invalid or truncated input. */
// cast: only Error objects are thrown here
const isTarError = (thrown: unknown) => /^(Unexpected end of data|Invalid tar header)/.test((thrown as Error).message)

function verifyManifest(bytes: Buffer, fingerprint: string): Manifest {
  const { sha256, ...manifest } = parseEntry<Manifest & { sha256: string }>(bytes)
  if (sha256 !== fingerprint) throw damagedError()
  return manifest
}

const truncatedError = () =>
  new OperatorError('The backup is incomplete: it ends before its manifest. Use another one.')
export const damagedError = () => new OperatorError('The backup has been changed or damaged.')
const notABackupError = () => new OperatorError('This file is not a backup of Chisholm.')

/** @throws OperatorError  the bytes are not JSON */
export function parseEntry<T>(bytes: Buffer): T {
  try {
    // cast: written as this type
    return JSON.parse(bytes.toString()) as T
  } catch {
    throw damagedError()
  }
}

/** @throws OperatorError  the bytes are not compressed, or fail their checksum */
export const unzipEntry = (bytes: Buffer): Promise<Buffer> =>
  promisify(gunzip)(bytes).catch(() => {
    throw damagedError()
  })

function readHeader({ name, bytes }: ArchiveEntry): Header {
  if (name !== 'header.json') throw notABackupError()
  const { format: found, ...header } = parseEntry<Header & { format: string }>(bytes)
  if (found !== format) throw new OperatorError(`The backup has the format ${found}; this Chisholm reads ${format}.`)
  return header
}

async function readBytes(entry: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = []
  // cast: a stream without an encoding yields buffers
  for await (const chunk of entry) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
