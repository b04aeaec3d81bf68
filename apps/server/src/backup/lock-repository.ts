import { lock } from 'proper-lockfile'
import { CannotStart, reasonOf } from '../cannot-start.ts'
import type { Repository } from './repository.ts'

/** Who holds a lock renews it; one that was not renewed for so long belongs to somebody who was killed. */
const stale = 15_000
const pause = 1000
/** As long as the lock of somebody killed counts, and some more. */
const retries = { retries: (stale + 5000) / pause, factor: 1, minTimeout: pause, maxTimeout: pause }

/** A folder that takes no write cannot change under its reader either. */
const readOnly = ['EROFS', 'EACCES', 'EPERM']

/**
 * Works on a repository while nobody else does, on this machine or another that shares the folder.
 * @param work  gets what throws once the lock was lost, to be asked before anything is removed or finished
 * @throws CannotStart  somebody else works on it
 */
export async function withRepository<Result>(
  repository: Repository,
  { writes }: { writes: boolean },
  work: (requireLock: () => void) => Promise<Result>,
): Promise<Result> {
  let lost: Error | undefined
  const requireLock = () => {
    if (lost)
      throw new CannotStart(`The lock of ${repository.folder} was lost: ${reasonOf(lost)}. Nothing was finished.`)
  }
  const release = await lock(repository.folder, {
    lockfilePath: `${repository.folder}/lock`,
    stale,
    retries,
    onCompromised: (error) => {
      lost = error
    },
  }).catch((thrown: unknown) => {
    // cast: errors of the system carry a code
    const { code = '' } = thrown as NodeJS.ErrnoException
    if (!writes && readOnly.includes(code)) return async () => {}
    const why = code === 'ELOCKED' ? 'another backup or restore is at work there' : reasonOf(thrown)
    throw new CannotStart(`${repository.folder} cannot be used: ${why}. Try again when that has ended.`)
  })
  try {
    return await work(requireLock)
  } finally {
    if (!lost) await release()
  }
}
