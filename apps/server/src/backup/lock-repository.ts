import { lock } from 'proper-lockfile'
import { OperatorError, errorMessage } from '../operator-error.ts'
import type { Repository } from './repository.ts'

/** Who holds a lock renews it; one that was not renewed for so long belongs to somebody who was killed. */
const staleAfter = 15_000
const retryPause = 1000
/** As long as the lock of somebody killed counts, and some more. */
const retries = { retries: (staleAfter + 5000) / retryPause, factor: 1, minTimeout: retryPause, maxTimeout: retryPause }

/** A folder that takes no write cannot change under its reader either. */
const readOnlyErrors = ['EROFS', 'EACCES', 'EPERM']

/**
 * Works on a repository while nobody else does, on this machine or another that shares the folder.
 * @param work  gets what throws once the lock was lost, to be asked before anything is removed or finished
 * @throws CannotStart  somebody else works on it
 */
export async function withRepositoryLock<Result>(
  repository: Repository,
  { writes }: { writes: boolean },
  work: (assertLocked: () => void) => Promise<Result>,
): Promise<Result> {
  let lost: Error | undefined
  const requireLock = () => {
    if (lost)
      throw new OperatorError(`The lock of ${repository.folder} was lost: ${errorMessage(lost)}. Nothing was finished.`)
  }
  const release = await lock(repository.folder, {
    lockfilePath: `${repository.folder}/lock`,
    stale: staleAfter,
    retries,
    onCompromised: (error) => {
      lost = error
    },
  }).catch((thrown: unknown) => {
    // cast: errors of the system carry a code
    const { code = '' } = thrown as NodeJS.ErrnoException
    if (!writes && readOnlyErrors.includes(code)) return async () => {}
    const why = code === 'ELOCKED' ? 'another backup or restore is at work there' : errorMessage(thrown)
    throw new OperatorError(`${repository.folder} cannot be used: ${why}. Try again when that has ended.`)
  })
  try {
    return await work(requireLock)
  } finally {
    if (!lost) await release()
  }
}
