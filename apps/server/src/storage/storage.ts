import type { Readable } from 'node:stream'
import { OperatorError } from '../operator-error.ts'
import type { S3Address } from './s3-address.ts'
import { openS3Storage } from './s3-storage.ts'
import { openFolderStorage } from './folder-storage.ts'
import { explainStorageError } from './explain-s3-error.ts'

/** A file in the storage. */
export interface StoredFile {
  key: string
  bytes: number
  modifiedAt: Date
}

/** Storage of photos and reports. Keys are generated, like `photos/<id>.jpg`. */
export interface Storage {
  /** Stores bytes durably. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Moves a temporary file into the storage, without loading it into memory. */
  putFile(key: string, file: string): Promise<void>
  /** Path for a temporary file that lasts no longer than a request. */
  tempPath(): Promise<string>
  /** @throws FileMissingError */
  get(key: string): Promise<Buffer>
  /** @throws FileMissingError */
  stream(key: string): Promise<Readable>
  /** @throws FileMissingError */
  stat(key: string): Promise<StoredFile>
  /** All files, in pages of at most 1,000, leftovers of interrupted writes included. */
  list(): AsyncIterable<StoredFile[]>
  /** Whether `signedAddress` can give an address; false: the server serves all files. */
  signsAddresses: boolean
  /** Signed URL readable by anyone until it expires; null if the server serves the file. */
  signedAddress(key: string, answer: { type: string; expires: Date }): Promise<string | null>
  remove(key: string): Promise<void>
  /** @throws Error  the storage is unavailable or not writable */
  check(): Promise<void>
}

/** Settings of the storage: the bucket, or the folder in DATA_DIR. */
interface StorageSettings {
  dataDir: string
  bucket?: S3Address
}

/** Opens the S3 bucket of STORAGE_URL, or the folder in DATA_DIR. */
export function openStorage({ dataDir, bucket }: StorageSettings): Storage {
  return bucket ? openS3Storage(bucket, dataDir) : openFolderStorage(dataDir)
}

/** Opens the storage and checks it. @throws OperatorError  it cannot be used, and why */
export async function openVerifiedStorage(settings: StorageSettings): Promise<Storage> {
  const storage = openStorage(settings)
  try {
    await storage.check()
  } catch (thrown) {
    throw storageUnusableError(settings, thrown)
  }
  return storage
}

/** Explains a storage error to the operator. */
export function storageUnusableError(place: StorageSettings, thrown: unknown): OperatorError {
  const { bucket } = place
  const location = bucket ? `bucket '${bucket.bucket}' at ${bucket.endpoint}` : `folder ${place.dataDir}/files`
  return new OperatorError(`The ${location} cannot be used: ${explainStorageError(thrown, bucket)}.`)
}

/** Origin of image URLs; null if the server serves images. */
export async function imageOrigin(storage: Storage): Promise<string | null> {
  const address = await storage.signedAddress('photos/any.jpg', { type: 'image/jpeg', expires: new Date() })
  return address === null ? null : new URL(address).origin
}
