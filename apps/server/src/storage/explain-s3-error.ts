import { errorMessage } from '../operator-error.ts'
import type { S3Address } from './s3-address.ts'
import { StorageUnavailableError } from './storage-unavailable-error.ts'

const knownReasons: Record<string, (address: S3Address) => string> = {
  NoSuchBucket: () => 'there is no such bucket',
  InvalidAccessKeyId: () => 'the access key is not known there',
  SignatureDoesNotMatch: () => 'the secret does not belong to the access key',
  AccessDenied: ({ prefix }) => `the access key may not read and write objects ${prefix ? `under ${prefix}` : 'in it'}`,
  CredentialsProviderError: () => 'STORAGE_URL has no keys, and there are none in the environment',
  PermanentRedirect: ({ region }) => `it is in another region than '${region}'`,
  AuthorizationHeaderMalformed: ({ region }) => `it is in another region than '${region}'`,
  RequestTimeTooSkewed: () => 'the clock of this machine is wrong',
  AbortError: () => 'it does not answer in time',
  TimeoutError: () => 'it does not answer in time',
}

/** Explains why a storage cannot be used. The text does not reveal its keys. */
export function explainStorageError(thrown: unknown, address: S3Address | undefined): string {
  const cause = thrown instanceof StorageUnavailableError ? thrown.cause : thrown
  const known = address && cause instanceof Error ? knownReasons[cause.name]?.(address) : undefined
  const text = known ?? errorMessage(thrown)
  return /certificate|self-signed/i.test(text) ? `${text} (NODE_EXTRA_CA_CERTS names a file of those to trust)` : text
}
