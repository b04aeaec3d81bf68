import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { FileMissingError } from './file-missing-error.ts'
import type { Storage } from './storage.ts'

export interface Fingerprint {
  hash: Buffer
  bytes: number
}

/** The stored hash and length of a file. Older rows lack the hash, and perhaps the length. */
export interface ExpectedFile {
  key: string
  hash: Buffer | null
  bytes: number | null
  /** Whether a file without a stored hash looks complete. */
  isComplete: (bytes: Buffer) => Promise<boolean>
}

export type Damage = 'missing' | 'cut' | 'changed'

type FileCheck = { damage: null; fingerprint: Fingerprint } | { damage: Damage }

export const fingerprintOfBytes = (bytes: Uint8Array): Fingerprint => ({
  hash: createHash('sha256').update(bytes).digest(),
  bytes: bytes.byteLength,
})

/** The file is streamed, not read into memory. */
export const fingerprintOfFile = (path: string): Promise<Fingerprint> => fingerprintOfStream(createReadStream(path))

async function fingerprintOfStream(stream: Readable): Promise<Fingerprint> {
  const hash = createHash('sha256')
  let bytes = 0
  // cast: a stream without an encoding yields buffers
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    hash.update(chunk)
  }
  return { hash: hash.digest(), bytes }
}

/** @returns null if the file is missing, truncated or changed */
export async function readVerified(storage: Storage, file: ExpectedFile): Promise<Buffer | null> {
  try {
    const bytes = await storage.get(file.key)
    return (await findDamage(file, fingerprintOfBytes(bytes), () => Promise.resolve(bytes))) === null ? bytes : null
  } catch (thrown) {
    if (thrown instanceof FileMissingError) return null
    throw thrown
  }
}

/** Verifies a file by streaming it. Only files without a hash are read into memory. */
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

/** Compares only the length, without reading the file. */
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
