import pRetry from 'p-retry'

/** Four tries, with pauses of about 0.2, 0.6 and 1.8 seconds, a third more or less. */
const policy = { retries: 3, minTimeout: 130, factor: 3, randomize: true }

/** What a failed request tells of itself. */
interface RequestError {
  name?: string
  $metadata?: { httpStatusCode?: number }
}

/** Refusals that another try may change; a failure without an answer is one of the network. */
const transientStatuses = new Set([408, 429, 500, 502, 503, 504])
/** Bytes that were changed on their way. */
const transferErrors = new Set(['XAmzContentSHA256Mismatch', 'BadDigest'])
/** Nothing was asked, for there are no keys to sign with. */
const permanentErrors = new Set(['CredentialsProviderError'])

/** Makes a request, and makes it again when it failed for a reason that may pass. */
export const withRetry = <Answer>(request: () => Promise<Answer>): Promise<Answer> =>
  pRetry(request, { ...policy, shouldRetry: ({ error }) => isTransient(error) })

function isTransient(thrown: unknown): boolean {
  // cast: whatever was thrown is asked for these fields only, which may be missing
  const { name = '', $metadata } = thrown as RequestError
  const status = $metadata?.httpStatusCode
  return status === undefined ? !permanentErrors.has(name) : transientStatuses.has(status) || transferErrors.has(name)
}
