import type { ProblemCode } from '@chisholm/domain/problem-types'
import { texts } from '@chisholm/domain/texts'
import type { SecurityEvent } from './security-events.ts'

export type FieldErrors = Record<string, string[]>

/** An error shown to the user; `error-handler.ts` maps it to HTTP. */
export class AppError extends Error {
  readonly kind: AppErrorKind
  readonly errors: FieldErrors | undefined
  readonly retryAfter: number | undefined
  /** Problem type for programs. */
  readonly code: ProblemCode | undefined
  /** Security event to log, if the status does not imply it. */
  readonly securityEvent: SecurityEvent | undefined

  constructor(
    kind: AppErrorKind,
    message: string,
    options: {
      errors?: FieldErrors
      retryAfter?: number
      code?: ProblemCode | undefined
      securityEvent?: SecurityEvent | undefined
    } = {},
  ) {
    super(message)
    this.kind = kind
    this.errors = options.errors
    this.retryAfter = options.retryAfter
    this.code = options.code
    this.securityEvent = options.securityEvent
  }
}

export type AppErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'stale'
  | 'too-large'
  | 'not-accepted-type'
  | 'invalid'
  | 'too-many'

export const malformed = (message: string = texts.refusal.malformed) => new AppError('malformed', message)
export const unauthenticated = (message: string = texts.failure.authenticate, securityEvent?: SecurityEvent) =>
  new AppError('unauthenticated', message, { securityEvent })
export const forbidden = (message: string = texts.refusal.forbidden) => new AppError('forbidden', message)
export const recentSignInRequired = () =>
  new AppError('forbidden', texts.refusal.recentSignIn, { code: 'recent-sign-in-required' })
export const secondFactorRequired = () =>
  new AppError('forbidden', texts.refusal.secondFactor, { code: 'second-factor-required' })
export const notFound = () => new AppError('not-found', texts.refusal.notFound)
export const conflict = (message: string, code?: ProblemCode) => new AppError('conflict', message, { code })
/** The chosen id is already in use. */
export const idInUse = () => conflict(texts.refusal.idInUse, 'id-in-use')
export const stale = () => new AppError('stale', texts.refusal.stale)
/** @param retryAfter seconds until another try makes sense */
export const tooMany = (retryAfter: number) => new AppError('too-many', texts.failure.tooManyAttempts, { retryAfter })

/** Validation error. Its message is the first field error, so list fields in the order of the specification. */
export const invalid = (errors: FieldErrors, code?: ProblemCode) =>
  new AppError('invalid', Object.values(errors)[0]?.[0] ?? texts.refusal.invalid, { errors, code })

/**
 * A wrong code, passkey or password, logged as a security event.
 * @param securityEvent  its name in log and metrics
 */
export const invalidCredential = (securityEvent: SecurityEvent, errors: FieldErrors) =>
  new AppError('invalid', Object.values(errors)[0]?.[0] ?? texts.refusal.invalid, { errors, securityEvent })
