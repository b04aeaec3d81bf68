import pg from 'pg'
import { CannotStart, reasonOf } from '../cannot-start.ts'
import { isUnavailable } from '../database/unavailable.ts'
import { Failure } from '../http/failures.ts'

/**
 * What a failure is to who called a command: one line with what is wrong and how to mend it.
 * @returns undefined for a mistake of ours
 */
export function explainFailure(thrown: unknown): string | undefined {
  if (thrown instanceof CannotStart) return thrown.message
  if (thrown instanceof Failure)
    return (
      Object.values(thrown.errors ?? {})
        .flat()
        .join(' ') || thrown.message
    )
  if (!(thrown instanceof Error)) return undefined
  if (thrown.name === 'ExitPromptError') return 'Nothing was done.'
  const reason = reasonOf(thrown)
  if (isUnavailable(thrown))
    return `The database went away: ${reason}. Nothing was finished; call this again once it answers.`
  if (thrown instanceof pg.DatabaseError && roomIsGone.test(thrown.code ?? ''))
    return `The database has no room: ${reason}. Make room and call this again.`
  if (thrown instanceof pg.DatabaseError && mayNot.test(thrown.code ?? ''))
    return `The database refuses: ${reason}. Its user must own it and be allowed to write.`
  if ('$metadata' in thrown || '$service' in thrown)
    return `The storage failed: ${reason}. Call this again once it answers: npx chisholm check tells.`
  // cast: errors of the system carry a code
  const { code, path, syscall } = thrown as NodeJS.ErrnoException
  if (code !== undefined && syscall !== undefined && ofDisk.test(code))
    return `${path ?? 'A file'} cannot be ${code === 'ENOENT' ? 'found' : 'used'}: ${reason}.`
  return undefined
}

/** SQLSTATE of a full disk, of rights and of a database that only reads. */
const roomIsGone = /^53100$/
const mayNot = /^(42501|25006|28...)$/
const ofDisk = /^(ENOSPC|EDQUOT|EACCES|EPERM|EROFS|EIO|ENOENT|ENOTDIR|EISDIR|EMFILE|ENAMETOOLONG)$/
