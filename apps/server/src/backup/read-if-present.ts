import { FileMissingError } from '../storage/file-missing-error.ts'
import type { Storage } from '../storage/storage.ts'

/**
 * Reads of the storage. A file that is not there must not keep all others from being saved; a storage that does not answer
 * must.
 * @returns null for a file that is not there
 */
export async function readIfPresent<Result>(storage: Storage, read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read()
  } catch (thrown) {
    await storage.check()
    if (thrown instanceof FileMissingError) return null
    throw thrown
  }
}
