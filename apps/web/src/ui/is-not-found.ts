import { isPermanentError } from '../api/client.ts'

/** 404 of the API: missing, or not visible to this user. */
export const isNotFound = (failure: unknown) => isPermanentError(failure) && failure.status === 404
