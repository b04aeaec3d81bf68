import pg from 'pg'
import { OperatorError, errorMessage } from '../operator-error.ts'
import { isDatabaseUnavailable } from '../database/connection-errors.ts'
import { StorageUnavailableError } from '../storage/storage-unavailable-error.ts'
import { AppError } from '../http/app-error.ts'

/**
 * Explains an error to the operator in one line, which says what is wrong and how to fix it.
 * @returns undefined for an error that only developers can fix
 */
export function explainError(thrown: unknown): string | undefined {
  if (thrown instanceof OperatorError) return thrown.message
  if (thrown instanceof AppError)
    return (
      Object.values(thrown.errors ?? {})
        .flat()
        .join(' ') || thrown.message
    )
  if (!(thrown instanceof Error)) return undefined
  if (thrown.name === 'ExitPromptError') return 'Nothing was done.'
  const reason = errorMessage(thrown)
  // before the database, because both have the errors of a connection
  if (thrown instanceof StorageUnavailableError || '$metadata' in thrown || '$service' in thrown)
    return `The storage failed: ${reason}. Run this again when npx chisholm check finds it available.`
  if (thrown instanceof pg.DatabaseError && diskFull.test(thrown.code ?? ''))
    return `The database is out of space: ${reason}. Free some space and run this again.`
  if (isDatabaseUnavailable(thrown))
    return `The connection to the database was lost: ${reason}. Nothing was completed; run this again when the database is available.`
  if (thrown instanceof pg.DatabaseError && permissionDenied.test(thrown.code ?? ''))
    return `The database denied access: ${reason}. Its user must own it and be allowed to write.`
  // cast: system errors have a code
  const { code, path, syscall } = thrown as NodeJS.ErrnoException
  if (code !== undefined && syscall !== undefined && diskErrors.test(code))
    return `${path ?? 'A file'} cannot be ${code === 'ENOENT' ? 'found' : 'used'}: ${reason}.`
  return undefined
}

/** SQLSTATEs of a full disk, missing privileges and a read-only database. */
const diskFull = /^53100$/
const permissionDenied = /^(42501|25006|28...)$/
const diskErrors = /^(ENOSPC|EDQUOT|EACCES|EPERM|EROFS|EIO|ENOENT|ENOTDIR|EISDIR|EMFILE|ENAMETOOLONG)$/
