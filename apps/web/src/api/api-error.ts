import { problemType } from '@chisholm/domain/problem-types'
import { uiTexts } from '../ui-texts.ts'

/** A request that the server rejected, or that never reached it (status 0). */
export class ApiError extends Error {
  readonly status: number
  readonly errors: Record<string, string[]>
  /** The problem type (RFC 9457), if the app reacts to it. */
  readonly type: string | undefined

  constructor(status: number, message: string, errors: Record<string, string[]> = {}, type?: string) {
    super(message)
    this.status = status
    this.errors = errors
    this.type = type
  }
}

/**
 * A response that, whatever its status, says nothing about the request: it is not of the API, but the page of a proxy or
 * of a Wi-Fi that asks for a sign-in, or the session could not be refreshed.
 */
export class UndecidedError extends ApiError {}

/** The error of a request that never reached the server, or whose response broke off. */
export const noConnection = () => new ApiError(0, uiTexts.noConnection)

/** Whether the server itself failed, or cannot decide now. Otherwise there was no connection to it. */
export const isServerFailure = (failure: unknown) => failure instanceof ApiError && failure.status >= 409

/** Whether the outcome is unknown, so that the request may be retried under the same key. */
export const isRetryable = (failure: unknown) =>
  failure instanceof ApiError &&
  (failure.status === 0 || failure.status >= 500 || failure.type === problemType('still-running'))

/** Whether the server rejected the request permanently, so that repeating it is useless. */
export const isPermanentError = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError &&
  failure.status >= 400 &&
  failure.status < 500 &&
  // 401, 408 and 429 say nothing about the request itself.
  ![401, 408, 429].includes(failure.status) &&
  // A proxy rejects what is too large for it each time.
  (!(failure instanceof UndecidedError) || failure.status === 413) &&
  !isRetryable(failure)

/**
 * Whether the server rejected a change permanently. A second factor that must be set up first says nothing about the
 * change, which is sent afterwards.
 */
export const isRefusal = (failure: unknown): failure is ApiError =>
  isPermanentError(failure) && failure.type !== problemType('second-factor-required')
