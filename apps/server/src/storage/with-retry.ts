import pRetry from 'p-retry'
import { StorageUnavailableError } from './storage-unavailable-error.ts'

/**
 * Four attempts, with randomised pauses of about 0.2, 0.6 and 1.8 seconds. None begins after more than 8 seconds, because
 * a person may be waiting.
 */
const policy = { retries: 3, minTimeout: 130, factor: 3, randomize: true, maxRetryTime: 8000 }

/** Fields of SDK errors. */
interface RequestError {
  name?: string
  $metadata?: { httpStatusCode?: number }
}

/** HTTP statuses worth a retry; errors without a status are network errors. */
const transientStatuses = new Set([408, 429, 500, 502, 503, 504])
/** Corrupted transfers. */
const transferErrors = new Set(['XAmzContentSHA256Mismatch', 'BadDigest'])
/** Retrying is useless without credentials. */
const permanentErrors = new Set(['CredentialsProviderError'])

/**
 * Retries transient errors. The request must be idempotent.
 * @throws StorageUnavailableError  all attempts failed with one, or the storage refuses access, until an operator
 * corrects that
 */
export async function withRetry<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await pRetry(request, { ...policy, shouldRetry: ({ error }) => isTransient(error) })
  } catch (thrown) {
    throw isTransient(thrown) || isAccessDenied(thrown) ? new StorageUnavailableError(thrown) : thrown
  }
}

function isTransient(thrown: unknown): boolean {
  // cast: reads these fields only, each of which may be missing
  const { name = '', $metadata } = thrown as RequestError
  const status = $metadata?.httpStatusCode
  return status === undefined ? !permanentErrors.has(name) : transientStatuses.has(status) || transferErrors.has(name)
}

// cast: reads this field only, which may be missing
const isAccessDenied = (thrown: unknown) => (thrown as RequestError).$metadata?.httpStatusCode === 403
