import { lock } from 'proper-lockfile'
import { OperatorError, errorMessage } from '../operator-error.ts'
import type { Repository } from './repository.ts'

/** The owner of a lock renews it. A lock older than this belongs to a killed process. */
const staleAfter = 15_000
const retryPause = 1000
/**
 * The retries take a little longer than `staleAfter`, so that the lock of a killed process does not fail the command.
 */
const retries = { retries: (staleAfter + 5000) / retryPause, factor: 1, minTimeout: retryPause, maxTimeout: retryPause }

/** A folder that cannot be written to does not change while it is read, so it needs no lock. */
const readOnlyErrors = ['EROFS', 'EACCES', 'EPERM']

/**
 * Runs `work` with an exclusive lock on the folder of backups, even across machines that share it.
 * @param work  gets a function that throws once the lock is lost; call it before deleting or finishing anything
 * @throws OperatorError  another process holds the lock
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
    // cast: system errors have a code
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
