import { StorageUnavailableError } from './storage-unavailable-error.ts'
import type { Storage } from './storage.ts'

/** Tries to remove files; the nightly job removes the rest. */
export async function tryToRemove(storage: Pick<Storage, 'remove'>, keys: string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => storage.remove(key)))
}

/**
 * Tries to remove the files of a request that failed. If the storage is unavailable, only the nightly job does: a person
 * is waiting for the answer.
 */
export async function removeAfterFailure(
  storage: Pick<Storage, 'remove'>,
  keys: string[],
  failure: unknown,
): Promise<void> {
  if (!(failure instanceof StorageUnavailableError)) await tryToRemove(storage, keys)
}
