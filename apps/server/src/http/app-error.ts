import type { ProblemCode } from '@chisholm/domain/problem-types'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import type { SecurityEvent } from './security-events.ts'

export type FieldErrors = Record<string, string[]>

/** An error whose message users see. `error-handler.ts` turns it into an HTTP response. */
export class AppError extends Error {
  readonly kind: AppErrorKind
  readonly errors: FieldErrors | undefined
  readonly retryAfter: number | undefined
  /** The problem type, by which programs decide. */
  readonly code: ProblemCode | undefined
  /** The security event to log. Omit it if the status already implies it. */
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

export const malformed = (message: string = serverTexts.refusal.malformed) => new AppError('malformed', message)
export const unauthenticated = (message: string = texts.failure.authenticate, securityEvent?: SecurityEvent) =>
  new AppError('unauthenticated', message, { securityEvent })
export const forbidden = (message: string = texts.refusal.forbidden) => new AppError('forbidden', message)
export const recentSignInRequired = () =>
  new AppError('forbidden', texts.refusal.recentSignIn, { code: 'recent-sign-in-required' })
export const secondFactorRequired = () =>
  new AppError('forbidden', serverTexts.refusal.secondFactor, { code: 'second-factor-required' })
export const notFound = () => new AppError('not-found', texts.refusal.notFound)
export const conflict = (message: string, code?: ProblemCode) => new AppError('conflict', message, { code })
export const idInUse = () => conflict(serverTexts.refusal.idInUse, 'id-in-use')
export const stale = () => new AppError('stale', texts.refusal.stale)
/** @param retryAfter  seconds until another attempt makes sense */
export const tooMany = (retryAfter: number) => new AppError('too-many', texts.failure.tooManyAttempts, { retryAfter })

/** A validation error. Its message is the first field error, so list the fields in the order of the specification. */
export const invalid = (errors: FieldErrors, code?: ProblemCode) =>
  new AppError('invalid', Object.values(errors)[0]?.[0] ?? texts.refusal.invalid, { errors, code })

/**
 * A wrong code, passkey or password, which is logged as a security event.
 * @param securityEvent  the name of that event in log and metrics
 */
export const invalidCredential = (securityEvent: SecurityEvent, errors: FieldErrors) =>
  new AppError('invalid', Object.values(errors)[0]?.[0] ?? texts.refusal.invalid, { errors, securityEvent })
