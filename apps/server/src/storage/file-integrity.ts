import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { FileMissingError } from './file-missing-error.ts'
import type { Storage } from './storage.ts'

/** What tells the bytes of a file from all others: their SHA-256 and their length. */
export interface Fingerprint {
  hash: Buffer
  bytes: number
}

/** What a row says of its file. Rows from before hashes were kept have none, perhaps not even a length. */
export interface ExpectedFile {
  key: string
  hash: Buffer | null
  bytes: number | null
  /** Whether bytes without a known hash can be what was kept. */
  isComplete: (bytes: Buffer) => Promise<boolean>
}

export type Damage = 'missing' | 'cut' | 'changed'

type FileCheck = { damage: null; fingerprint: Fingerprint } | { damage: Damage }

export const fingerprintOfBytes = (bytes: Uint8Array): Fingerprint => ({
  hash: createHash('sha256').update(bytes).digest(),
  bytes: bytes.byteLength,
})

/** The same of a file on disk, read piece by piece. */
export const fingerprintOfFile = (path: string): Promise<Fingerprint> => fingerprintOfStream(createReadStream(path))

async function fingerprintOfStream(stream: Readable): Promise<Fingerprint> {
  const hash = createHash('sha256')
  let bytes = 0
  // cast: a stream without an encoding gives buffers
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    hash.update(chunk)
  }
  return { hash: hash.digest(), bytes }
}

/** Reads a file and compares it with its row. @returns null when it is gone, cut or changed */
export async function readVerified(storage: Storage, file: ExpectedFile): Promise<Buffer | null> {
  try {
    const bytes = await storage.get(file.key)
    return (await findDamage(file, fingerprintOfBytes(bytes), () => Promise.resolve(bytes))) === null ? bytes : null
  } catch (thrown) {
    if (thrown instanceof FileMissingError) return null
    throw thrown
  }
}

/** Compares a file with its row piece by piece; only one without a known hash is read whole. */
export async function checkFile(storage: Storage, file: ExpectedFile): Promise<FileCheck> {
  try {
    const fingerprint = await fingerprintOfStream(await storage.stream(file.key))
    const damage = await findDamage(file, fingerprint, () => storage.get(file.key))
    return damage === null ? { damage, fingerprint } : { damage }
  } catch (thrown) {
    if (thrown instanceof FileMissingError) return { damage: 'missing' }
    throw thrown
  }
}

/** Whether a file has the length its row says: as much as can be known without reading it. */
export async function hasExpectedLength(storage: Storage, { key, bytes }: ExpectedFile): Promise<boolean> {
  try {
    const found = await storage.stat(key)
    return bytes === null ? found.bytes > 0 : found.bytes === bytes
  } catch (thrown) {
    if (thrown instanceof FileMissingError) return false
    throw thrown
  }
}

async function findDamage(
  file: ExpectedFile,
  found: Fingerprint,
  read: () => Promise<Buffer>,
): Promise<Exclude<Damage, 'missing'> | null> {
  if (file.bytes !== null && found.bytes < file.bytes) return 'cut'
  if (file.bytes !== null && found.bytes > file.bytes) return 'changed'
  const isWhole = file.hash ? found.hash.equals(file.hash) : await file.isComplete(await read())
  return isWhole ? null : 'changed'
}
