import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import tar from 'tar-stream'
import { CannotStart } from '../cannot-start.ts'

/**
 * A backup is a tar file: `header.json` first, then the parts, `manifest.json` last. The manifest holds the fingerprint
 * of everything before it, so that a file that was cut short or changed is never taken for a whole one. Every part fits
 * into memory; a table is many parts.
 */
const format = 'chisholm-backup-1'

/** What is known before anything is read. */
export interface Header {
  /** Migrations the tables stand at. */
  migrations: string[]
  /** Tables in an order in which each follows those it refers to, with their columns. */
  tables: { name: string; columns: string[] }[]
  madeAt: string
}

/** What is known once everything is written. */
export interface Manifest {
  /** Rows by table. */
  rows: Record<string, number>
  /** Last number given, by the sequence of a table's column. */
  sequences: { table: string; column: string; last: number }[]
  files: number
  bytes: number
  /** Files the tables name that the storage did not have. */
  missing: string[]
  /** Into a repository: files that were not there yet. */
  copied?: { files: number; bytes: number }
}

/** One part of a backup by its name, like `tables/users/000001.copy.gz` or `files/photos/….jpg`. */
export interface Part {
  name: string
  bytes: Buffer
}

/** Adds what a part is to the fingerprint: its name and length too, so that no bytes can change places. */
const take = (hash: Hash, { name, bytes }: Part) => hash.update(`${name}\0${bytes.length}\0`).update(bytes)

const asJson = (name: string, value: unknown): Part => ({ name, bytes: Buffer.from(JSON.stringify(value)) })

/** Writes a backup. Parts are asked for one at a time, as fast as the target takes them. */
export async function writeArchive(
  header: Header,
  parts: AsyncGenerator<Part, Manifest>,
  target: Writable,
): Promise<Manifest> {
  const pack = tar.pack()
  const hash = createHash('sha256')
  const add = ({ name, bytes }: Part) =>
    new Promise<void>((resolve, reject) => {
      pack.entry({ name, size: bytes.length, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
    })
  const addHashed = (part: Part) => {
    take(hash, part)
    return add(part)
  }
  const write = async () => {
    await addHashed(asJson('header.json', { format, ...header }))
    let next = await parts.next()
    for (; !next.done; next = await parts.next()) await addHashed(next.value)
    await add(asJson('manifest.json', { ...next.value, sha256: hash.digest('hex') }))
    pack.finalize()
    return next.value
  }
  const [manifest] = await Promise.all([
    write().catch((thrown: unknown) => {
      // cast: only errors are thrown there
      pack.destroy(thrown as Error)
      throw thrown
    }),
    pipeline(pack, target),
  ])
  return manifest
}

/** Takes in what an archive holds, in its order. Nothing of it may stand until `whole` was called. */
export interface Receiver {
  begin(header: Header): Promise<void>
  part(part: Part): Promise<void>
  whole(manifest: Manifest): Promise<void>
}

/**
 * Reads a backup to its end.
 * @throws CannotStart  it is no backup, is not whole, or was changed since it was written
 */
export async function readArchive(source: Readable, receiver: Receiver): Promise<Manifest> {
  const extract = tar.extract()
  const feeding = feed(source, extract)
  try {
    return await receive(extract, receiver)
  } finally {
    source.destroy()
    await feeding
  }
}

/**
 * Reads the first parts of a backup, without judging whether it is whole.
 * @param take  takes a part; false ends the reading
 */
export async function readParts(source: Readable, take: (part: Part) => Promise<boolean>): Promise<void> {
  const extract = tar.extract()
  const feeding = feed(source, extract)
  try {
    let begun = false
    for await (const part of partsIn(extract)) {
      if (!begun) headerIn(part)
      else if (!(await take(part))) return
      begun = true
    }
    throw begun ? notWhole() : notOurs()
  } finally {
    source.destroy()
    await feeding
  }
}

/** What fails here fails the reading. */
async function feed(source: Readable, extract: tar.Extract): Promise<void> {
  const closed = once(extract, 'close').catch(() => {})
  try {
    for await (const chunk of source) if (!extract.write(chunk)) await Promise.race([once(extract, 'drain'), closed])
    extract.end(null)
  } catch (thrown) {
    // cast: only errors are thrown there
    extract.destroy(thrown as Error)
  }
}

async function receive(extract: tar.Extract, receiver: Receiver): Promise<Manifest> {
  const hash = createHash('sha256')
  let begun = false
  let manifest: Manifest | undefined
  for await (const { name, bytes } of partsIn(extract)) {
    const part = { name, bytes }
    if (!begun) await receiver.begin(headerIn(part))
    else if (name === 'manifest.json') manifest = checkedManifest(bytes, hash.copy().digest('hex'))
    else await receiver.part(part)
    begun = true
    take(hash, part)
  }
  if (!begun) throw notOurs()
  if (!manifest) throw notWhole()
  await receiver.whole(manifest)
  return manifest
}

async function* partsIn(extract: tar.Extract): AsyncGenerator<Part> {
  let first = true
  try {
    for await (const entry of extract) {
      yield { name: entry.header.name, bytes: await bytesOf(entry) }
      first = false
    }
  } catch (thrown) {
    if (!isAboutTar(thrown)) throw thrown
    throw first ? notOurs() : notWhole()
  }
}

/** What the library says of bytes that are no tar file, or end too early. */
// cast: only errors are thrown there
const isAboutTar = (thrown: unknown) => /^(Unexpected end of data|Invalid tar header)/.test((thrown as Error).message)

function checkedManifest(bytes: Buffer, fingerprint: string): Manifest {
  const { sha256, ...manifest } = JSON.parse(bytes.toString()) as Manifest & { sha256: string }
  if (sha256 !== fingerprint) throw new CannotStart('The backup was changed or damaged since it was written.')
  return manifest
}

const notWhole = () => new CannotStart('The backup is not whole: it ends before its manifest. Use another one.')
const notOurs = () => new CannotStart('This file is no backup of Chisholm.')

function headerIn({ name, bytes }: Part): Header {
  if (name !== 'header.json') throw notOurs()
  const { format: found, ...header } = JSON.parse(bytes.toString()) as Header & { format: string }
  if (found !== format) throw new CannotStart(`The backup has the format ${found}; this Chisholm reads ${format}.`)
  return header
}

async function bytesOf(entry: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = []
  // cast: a stream without an encoding gives buffers
  for await (const chunk of entry) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
