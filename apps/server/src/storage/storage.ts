import type { Readable } from 'node:stream'
import { OperatorError } from '../operator-error.ts'
import type { S3Address } from './s3-address.ts'
import { openS3Storage } from './s3-storage.ts'
import { openFolderStorage } from './folder-storage.ts'
import { explainStorageError } from './explain-s3-error.ts'
import { isDiskFull } from './storage-unavailable-error.ts'

export interface StoredFile {
  key: string
  bytes: number
  modifiedAt: Date
}

/**
 * Stores photos and reports. Their keys are generated, like `photos/<id>.jpg`. Any method may fail with a
 * StorageUnavailableError; then the same call may succeed later.
 */
export interface Storage {
  /** Stores bytes so that they survive a crash. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Moves a temporary file into the storage, without loading it into memory. */
  putFile(key: string, file: string): Promise<void>
  /** Path for a temporary file, which lasts no longer than a request. */
  tempPath(): Promise<string>
  /** @throws FileMissingError  there is no file with this key */
  get(key: string): Promise<Buffer>
  /** @throws FileMissingError  there is no file with this key */
  stream(key: string): Promise<Readable>
  /** @throws FileMissingError  there is no file with this key */
  stat(key: string): Promise<StoredFile>
  /** All files, in pages of at most 1,000, including what interrupted writes left behind. */
  list(): AsyncIterable<StoredFile[]>
  /** Whether `signedAddress` can return a URL; false: the server serves all files. */
  signsAddresses: boolean
  /** Signed URL readable by anyone until it expires; null if the server serves the file. */
  signedAddress(key: string, answer: { type: string; expires: Date }): Promise<string | null>
  remove(key: string): Promise<void>
  /** @throws Error  the storage cannot be reached or written to */
  check(): Promise<void>
}

/** Location of stored files: the bucket, or else a folder in DATA_DIR. */
interface StorageSettings {
  dataDir: string
  bucket?: S3Address
}

/** Opens the storage of the settings without checking it. */
export function openStorage({ dataDir, bucket }: StorageSettings): Storage {
  return bucket ? openS3Storage(bucket, dataDir) : openFolderStorage(dataDir)
}

/**
 * Checks a storage that is only read, whose disk may be full.
 * @throws Error  the storage cannot be reached
 */
export const checkReadable = (storage: Storage): Promise<void> =>
  storage.check().catch((thrown: unknown) => {
    if (!isDiskFull(thrown)) throw thrown
  })

/**
 * Opens the storage and checks it.
 * @param check  default: it can also be written to
 * @throws OperatorError  it cannot be used; the message says why
 */
export async function openVerifiedStorage(
  settings: StorageSettings,
  check = (storage: Storage): Promise<void> => storage.check(),
): Promise<Storage> {
  const storage = openStorage(settings)
  try {
    await check(storage)
  } catch (thrown) {
    throw storageUnusableError(settings, thrown)
  }
  return storage
}

/** The error that says which storage cannot be used, and why. */
export function storageUnusableError({ bucket, dataDir }: StorageSettings, thrown: unknown): OperatorError {
  const location = bucket ? `bucket '${bucket.bucket}' at ${bucket.endpoint}` : `folder ${dataDir}/files`
  return new OperatorError(`The ${location} cannot be used: ${explainStorageError(thrown, bucket)}.`)
}

/** The origin of image URLs. Null if this server serves the images. */
export async function imageOrigin(storage: Storage): Promise<string | null> {
  const address = await storage.signedAddress('photos/any.jpg', { type: 'image/jpeg', expires: new Date() })
  return address === null ? null : new URL(address).origin
}
