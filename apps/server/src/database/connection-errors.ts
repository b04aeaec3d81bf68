import { errorMessage } from '../operator-error.ts'

/** What PostgreSQL says while it goes down, comes up, or has no room (SQLSTATE): nothing the caller could do better. */
const unavailableSqlStates = /^(57P0[1-4]|08...|53...)$/
/** What the system says of a connection to a server that is away. */
const networkErrorCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOENT)$/
/** What pg says in words alone. */
const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable)/

/** A request waited for a connection as long as one may. */
export class ConnectionTimeoutError extends Error {
  override name = 'ConnectionTimeoutError'
  constructor(cause?: unknown) {
    super(`the database did not answer in time${cause === undefined ? '' : ` (${errorMessage(cause)})`}`, { cause })
  }
}

/**
 * Whether the database was away, so that the same request may succeed later. What it asked for may have happened all the
 * same: a connection that breaks at the end of a transaction does not tell.
 */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  if (thrown instanceof ConnectionTimeoutError || unavailableMessages.test(thrown.message)) return true
  if (thrown instanceof AggregateError) return thrown.errors.some(isDatabaseUnavailable)
  // cast: only errors are thrown there
  const { code, syscall } = thrown as Error & { code?: unknown; syscall?: unknown }
  if (typeof code !== 'string') return false
  // a file may be missing, too: only a connection is ours
  return (
    unavailableSqlStates.test(code) ||
    (networkErrorCodes.test(code) && ['connect', 'read', 'write', 'getaddrinfo'].includes(String(syscall)))
  )
}
