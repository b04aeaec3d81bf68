import type { Readable } from 'node:stream'
import { CannotStart } from '../cannot-start.ts'
import type { Settings } from '../settings.ts'
import { openBucket } from './bucket.ts'
import { openFiles } from './files.ts'
import { whyNot } from './why-not.ts'

/** A file as the storage tells of it. */
export interface StoredFile {
  key: string
  bytes: number
  modifiedAt: Date
}

/** Where pictures and reports lie. Keys are our own, like `photos/<id>.jpg`. */
export interface Storage {
  /** Keeps bytes; once it returns they survive a crash. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Keeps a scratch file, which is gone afterwards: a picture need not pass through memory. */
  keep(key: string, file: string): Promise<void>
  /** A path for a file that lasts no longer than a request. */
  scratch(): Promise<string>
  /** @throws FileMissing */
  get(key: string): Promise<Buffer>
  /** Reads piece by piece. @throws FileMissing */
  stream(key: string): Promise<Readable>
  /** @throws FileMissing */
  stat(key: string): Promise<StoredFile>
  /** Every file, in pages of at most 1,000; what a write that was broken off left is among them. */
  list(): AsyncIterable<StoredFile[]>
  /** An address at which anyone may read this until it expires; null when the server itself serves it. */
  address(key: string, answer: { type: string; expires: Date }): Promise<string | null>
  remove(key: string): Promise<void>
  /** @throws Error  the storage does not answer, or takes no write */
  check(): Promise<void>
}

type Place = Pick<Settings, 'dataDir' | 'bucket'>

/** Opens the bucket of STORAGE_URL, or the folder in DATA_DIR. */
export function openStorage({ dataDir, bucket }: Place): Storage {
  return bucket ? openBucket(bucket, dataDir) : openFiles(dataDir)
}

/** Opens the storage and makes sure that it can be used. @throws CannotStart  it cannot, and why */
export async function openWorkingStorage(place: Place): Promise<Storage> {
  const storage = openStorage(place)
  try {
    await storage.check()
  } catch (thrown) {
    throw unusable(place, thrown)
  }
  return storage
}

/** What a failure of the storage is to an operator. */
export function unusable(place: Place, thrown: unknown): CannotStart {
  const { bucket } = place
  const where = bucket ? `bucket '${bucket.bucket}' at ${bucket.endpoint}` : `folder ${place.dataDir}/files`
  return new CannotStart(`The ${where} cannot be used: ${whyNot(thrown, bucket)}.`)
}

/** Where browsers read pictures; null when it is the server itself. */
export async function originOfPictures(storage: Storage): Promise<string | null> {
  const address = await storage.address('photos/any.jpg', { type: 'image/jpeg', expires: new Date() })
  return address === null ? null : new URL(address).origin
}
