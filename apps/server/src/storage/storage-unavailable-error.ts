import { errorMessage } from '../operator-error.ts'

/** The storage cannot be reached, is busy or does not answer, so that the same request may succeed later. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'

  constructor(cause: unknown) {
    super(errorMessage(cause), { cause })
  }
}
