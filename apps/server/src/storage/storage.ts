import type { Readable } from 'node:stream'
import type { Settings } from '../settings.ts'
import { openFiles } from './files.ts'

/** Where pictures and reports lie. Keys are our own, like `photos/<id>.jpg`. */
export interface Storage {
  /** Keeps bytes; once it returns they survive a crash. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Keeps a scratch file, which is gone afterwards: a picture need not pass through memory. */
  keep(key: string, file: string): Promise<void>
  /** A path for a file that lasts no longer than a request. */
  scratch(): Promise<string>
  /** @throws Error  there is nothing under this key */
  get(key: string): Promise<Buffer>
  /** Reads piece by piece. @throws Error  there is nothing under this key */
  stream(key: string): Promise<Readable>
  /** An address at which anyone may read this until it expires; null when the server itself serves it. */
  address(key: string, answer: { type: string; expires: Date }): Promise<string | null>
  remove(key: string): Promise<void>
  /** @throws Error  the storage does not answer */
  check(): Promise<void>
}

/** Opens the storage of STORAGE_URL, or the folder in DATA_DIR. */
export function openStorage({ dataDir }: Pick<Settings, 'dataDir' | 'storageUrl'>): Storage {
  return openFiles(dataDir)
}
