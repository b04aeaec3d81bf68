import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A body to upload, with its length and SHA-256. */
export interface UploadBody {
  bytes: number
  hash: string
  /** Called for each attempt, because a stream can be read only once. */
  open(): Readable | Uint8Array
}

/** Reads the file twice, first to hash it and then to upload it. */
export async function fileBody(file: string): Promise<UploadBody> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { bytes: (await stat(file)).size, hash: hash.digest('hex'), open: () => createReadStream(file) }
}

/** The body for bytes in memory. */
export const bytesBody = (bytes: Uint8Array): UploadBody => ({
  bytes: bytes.byteLength,
  hash: createHash('sha256').update(bytes).digest('hex'),
  open: () => bytes,
})
