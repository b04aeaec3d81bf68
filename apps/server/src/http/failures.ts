import { texts } from '@chisholm/domain/texts'

export type FieldTexts = Record<string, string[]>

/** A refusal the person is told about. It becomes HTTP in one place, `problems.ts`. */
export class Failure extends Error {
  readonly kind: FailureKind
  readonly errors: FieldTexts | undefined
  readonly retryAfter: number | undefined

  constructor(kind: FailureKind, message: string, more: { errors?: FieldTexts; retryAfter?: number } = {}) {
    super(message)
    this.kind = kind
    this.errors = more.errors
    this.retryAfter = more.retryAfter
  }
}

export type FailureKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'recent-sign-in-required'
  | 'second-factor-required'
  | 'not-found'
  | 'conflict'
  | 'stale'
  | 'too-large'
  | 'not-accepted-type'
  | 'invalid'
  | 'too-many'

export const malformed = (message: string = texts.refusal.malformed) => new Failure('malformed', message)
export const unauthenticated = (message: string = texts.failure.authenticate) => new Failure('unauthenticated', message)
export const forbidden = (message: string = texts.refusal.forbidden) => new Failure('forbidden', message)
export const recentSignInRequired = () => new Failure('recent-sign-in-required', texts.refusal.recentSignIn)
export const secondFactorRequired = () => new Failure('second-factor-required', texts.refusal.secondFactor)
export const notFound = () => new Failure('not-found', texts.refusal.notFound)
export const conflict = (message: string) => new Failure('conflict', message)
export const stale = () => new Failure('stale', texts.refusal.stale)
/** @param retryAfter seconds until another try makes sense */
export const tooMany = (retryAfter: number) => new Failure('too-many', texts.failure.tooManyAttempts, { retryAfter })

/**
 * A validation failure. The message shown is the first text given: callers list the fields in the order the
 * specification checks them.
 */
export const invalid = (errors: FieldTexts) =>
  new Failure('invalid', Object.values(errors)[0]?.[0] ?? texts.refusal.invalid, { errors })
