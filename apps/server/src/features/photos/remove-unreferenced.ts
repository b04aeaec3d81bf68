import { AppError } from '../../http/app-error.ts'
import { tryToRemove } from '../../storage/remove-files.ts'
import type { Storage } from '../../storage/storage.ts'

/** Files that were stored before the rows that reference them. */
interface StoredFiles {
  keys: string[]
  /** Reads which of the keys no row references. */
  readUnreferenced: () => Promise<string[]>
}

/** Runs the work that references stored files in rows, then removes the files that no row references. */
export async function removeUnreferencedAfter<Result>(
  storage: Pick<Storage, 'remove'>,
  { keys, readUnreferenced }: StoredFiles,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const answer = await work()
    await tryToRemove(storage, await readUnreferenced().catch(() => []))
    return answer
  } catch (error) {
    // after any other error the transaction may have been committed, so the nightly job decides later
    if (error instanceof AppError) await tryToRemove(storage, keys)
    throw error
  }
}
