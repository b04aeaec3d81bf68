import type { Readable } from 'node:stream'
import { OperatorError } from '../operator-error.ts'
import type { Settings } from '../settings.ts'
import { openS3Storage } from './s3-storage.ts'
import { openFolderStorage } from './folder-storage.ts'
import { explainStorageError } from './explain-s3-error.ts'

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
  putFile(key: string, file: string): Promise<void>
  /** A path for a file that lasts no longer than a request. */
  tempPath(): Promise<string>
  /** @throws FileMissing */
  get(key: string): Promise<Buffer>
  /** Reads piece by piece. @throws FileMissing */
  stream(key: string): Promise<Readable>
  /** @throws FileMissing */
  stat(key: string): Promise<StoredFile>
  /** Every file, in pages of at most 1,000; what a write that was broken off left is among them. */
  list(): AsyncIterable<StoredFile[]>
  /** An address at which anyone may read this until it expires; null when the server itself serves it. */
  signedAddress(key: string, answer: { type: string; expires: Date }): Promise<string | null>
  remove(key: string): Promise<void>
  /** @throws Error  the storage does not answer, or takes no write */
  check(): Promise<void>
}

type StorageSettings = Pick<Settings, 'dataDir' | 'bucket'>

/** Opens the bucket of STORAGE_URL, or the folder in DATA_DIR. */
export function openStorage({ dataDir, bucket }: StorageSettings): Storage {
  return bucket ? openS3Storage(bucket, dataDir) : openFolderStorage(dataDir)
}

/** Opens the storage and makes sure that it can be used. @throws CannotStart  it cannot, and why */
export async function openVerifiedStorage(settings: StorageSettings): Promise<Storage> {
  const storage = openStorage(settings)
  try {
    await storage.check()
  } catch (thrown) {
    throw storageUnusableError(settings, thrown)
  }
  return storage
}

/** What a failure of the storage is to an operator. */
export function storageUnusableError(place: StorageSettings, thrown: unknown): OperatorError {
  const { bucket } = place
  const location = bucket ? `bucket '${bucket.bucket}' at ${bucket.endpoint}` : `folder ${place.dataDir}/files`
  return new OperatorError(`The ${location} cannot be used: ${explainStorageError(thrown, bucket)}.`)
}

/** Where browsers read pictures; null when it is the server itself. */
export async function imageOrigin(storage: Storage): Promise<string | null> {
  const address = await storage.signedAddress('photos/any.jpg', { type: 'image/jpeg', expires: new Date() })
  return address === null ? null : new URL(address).origin
}
