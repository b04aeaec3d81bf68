import { errorMessage } from '../operator-error.ts'

/** The storage cannot be reached, is busy, refuses or does not answer, so that the same request may succeed later. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'

  constructor(cause: unknown) {
    super(errorMessage(cause), { cause })
  }
}

/** Whether a file could not be stored for now, also because the disk is full. */
export const isStorageUnavailable = (thrown: unknown): boolean =>
  thrown instanceof StorageUnavailableError || isDiskFull(thrown)

export function isDiskFull(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  // cast: system errors have a code
  const { code } = thrown as NodeJS.ErrnoException
  if (code === undefined) return sharpDiskFull.test(thrown.message)
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** Errors of sharp have no code, but the text of the system. */
const sharpDiskFull = /^system error: (No space left on device|Disk quota exceeded)$/m
