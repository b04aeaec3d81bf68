import type { ProblemCode } from '@chisholm/domain/problem-types'
import { texts } from '@chisholm/domain/texts'
import type { Refusal } from './refusals.ts'

export type FieldTexts = Record<string, string[]>

/** A refusal the person is told about. It becomes HTTP in one place, `problems.ts`. */
export class Failure extends Error {
  readonly kind: FailureKind
  readonly errors: FieldTexts | undefined
  readonly retryAfter: number | undefined
  /** What a program may act on. */
  readonly code: ProblemCode | undefined
  /** What the log calls it, where its status does not tell. */
  readonly refusal: Refusal | undefined

  constructor(
    kind: FailureKind,
    message: string,
    more: {
      errors?: FieldTexts
      retryAfter?: number
      code?: ProblemCode | undefined
      refusal?: Refusal | undefined
    } = {},
  ) {
    super(message)
    this.kind = kind
    this.errors = more.errors
    this.retryAfter = more.retryAfter
    this.code = more.code
    this.refusal = more.refusal
  }
}

export type FailureKind =
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

export const malformed = (message: string = texts.refusal.malformed) => new Failure('malformed', message)
export const unauthenticated = (message: string = texts.failure.authenticate, refusal?: Refusal) =>
  new Failure('unauthenticated', message, { refusal })
export const forbidden = (message: string = texts.refusal.forbidden) => new Failure('forbidden', message)
export const recentSignInRequired = () =>
  new Failure('forbidden', texts.refusal.recentSignIn, { code: 'recent-sign-in-required' })
export const secondFactorRequired = () =>
  new Failure('forbidden', texts.refusal.secondFactor, { code: 'second-factor-required' })
export const notFound = () => new Failure('not-found', texts.refusal.notFound)
export const conflict = (message: string, code?: ProblemCode) => new Failure('conflict', message, { code })
/** The id a caller chose names something else already. */
export const idInUse = () => conflict(texts.refusal.idInUse, 'id-in-use')
export const stale = () => new Failure('stale', texts.refusal.stale)
/** @param retryAfter seconds until another try makes sense */
export const tooMany = (retryAfter: number) => new Failure('too-many', texts.failure.tooManyAttempts, { retryAfter })

/**
 * A validation failure. The message shown is the first text given: callers list the fields in the order the
 * specification checks them.
 */
export const invalid = (errors: FieldTexts, code?: ProblemCode) =>
  new Failure('invalid', Object.values(errors)[0]?.[0] ?? texts.refusal.invalid, { errors, code })

/** A validation failure that was no slip of the pen: a wrong code, passkey or password. @param refusal  as the log says */
export const wrongSecret = (refusal: Refusal, errors: FieldTexts) =>
  new Failure('invalid', Object.values(errors)[0]?.[0] ?? texts.refusal.invalid, { errors, refusal })
