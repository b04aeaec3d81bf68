import type { ProblemCode } from '@chisholm/domain/problem-types'
import { texts } from '@chisholm/domain/texts'
import type { SecurityEvent } from './security-events.ts'

export type FieldErrors = Record<string, string[]>

/** A refusal the person is told about. It becomes HTTP in one place, `problems.ts`. */
export class AppError extends Error {
  readonly kind: AppErrorKind
  readonly errors: FieldErrors | undefined
  readonly retryAfter: number | undefined
  /** What a program may act on. */
  readonly code: ProblemCode | undefined
  /** What the log calls it, where its status does not tell. */
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
/** The id a caller chose names something else already. */
export const idInUse = () => conflict(texts.refusal.idInUse, 'id-in-use')
export const stale = () => new AppError('stale', texts.refusal.stale)
/** @param retryAfter seconds until another try makes sense */
export const tooMany = (retryAfter: number) => new AppError('too-many', texts.failure.tooManyAttempts, { retryAfter })

/**
 * A validation failure. The message shown is the first text given: callers list the fields in the order the
 * specification checks them.
 */
export const invalid = (errors: FieldErrors, code?: ProblemCode) =>
  new AppError('invalid', Object.values(errors)[0]?.[0] ?? texts.refusal.invalid, { errors, code })

/** A validation failure that was no slip of the pen: a wrong code, passkey or password. @param securityEvent  as the log says */
export const invalidCredential = (securityEvent: SecurityEvent, errors: FieldErrors) =>
  new AppError('invalid', Object.values(errors)[0]?.[0] ?? texts.refusal.invalid, { errors, securityEvent })
