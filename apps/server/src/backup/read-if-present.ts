import { FileMissingError } from '../storage/file-missing-error.ts'
import { checkReadable, type Storage } from '../storage/storage.ts'

/**
 * Reads a file for a backup. A missing file is skipped, but a storage that cannot be reached fails the backup.
 * @returns null if the file is missing
 */
export async function readIfPresent<Result>(storage: Storage, read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read()
  } catch (thrown) {
    await checkReadable(storage)
    if (thrown instanceof FileMissingError) return null
    throw thrown
  }
}
