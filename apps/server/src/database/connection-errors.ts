import { errorMessage } from '../operator-error.ts'

/** SQLSTATEs of a database that is shutting down, is starting, lacks resources, ended a deadlock or waited too long for a lock. */
const unavailableSqlStates = /^(57P0[1-4]|08...|53...|40P01|55P03)$/
/** A name may be missing while it moves to another machine (ENOTFOUND). */
const networkErrorCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EAI_AGAIN|ENOTFOUND|ENOENT)$/
/** Messages of pg errors that have no code. */
const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable)/

export class ConnectionTimeoutError extends Error {
  override name = 'ConnectionTimeoutError'
  constructor(cause?: unknown) {
    super(`the database did not answer in time${cause === undefined ? '' : ` (${errorMessage(cause)})`}`, { cause })
  }
}

/**
 * Whether the database was unavailable, so that a retry may succeed. The change may have been committed: a connection
 * can break during the commit.
 */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  if (thrown instanceof ConnectionTimeoutError || unavailableMessages.test(thrown.message)) return true
  if (thrown instanceof AggregateError) return thrown.errors.some(isDatabaseUnavailable)
  // cast: only Error objects are thrown here
  const { code, syscall } = thrown as Error & { code?: unknown; syscall?: unknown }
  if (typeof code !== 'string') return false
  // ENOENT of any other call is a missing file.
  return (
    unavailableSqlStates.test(code) ||
    (networkErrorCodes.test(code) && ['connect', 'read', 'write', 'getaddrinfo'].includes(String(syscall)))
  )
}
