import { type Static, Type } from 'typebox'
import { roles } from '../permissions.ts'
import { id, nullable, namedObject, text, time } from './primitives.ts'

export const SignIn = namedObject('SignIn', {
  success: Type.Boolean(),
  state: text,
  uuid: nullable(id),
  token: nullable(text),
  refresh: nullable(text),
  roles: Type.Array(Type.Enum([...roles])),
  challenge: nullable(text),
  session: nullable(text),
})
export type SignIn = Static<typeof SignIn>

export const Passkey = namedObject('Passkey', { id, name: text, created_at: time, last_used_at: nullable(time) })
export type Passkey = Static<typeof Passkey>

export const Protection = namedObject('Protection', {
  required: Type.Boolean({ description: 'whether a second factor is mandatory for the user' }),
  authenticator: Type.Boolean({ description: 'whether an authenticator app is set up' }),
  authenticator_used_at: nullable(time),
  passkeys: Type.Array(Passkey),
  recovery_codes: Type.Integer({ description: 'number of unused codes' }),
})
export type Protection = Static<typeof Protection>

export const OwnSignIn = namedObject('OwnSignIn', {
  id,
  device: Type.String({ description: 'browser and operating system, if known' }),
  source: nullable(text),
  created_at: time,
  last_used_at: time,
  current: Type.Boolean({ description: 'whether it is the session of this request' }),
})
export type OwnSignIn = Static<typeof OwnSignIn>

/** An account or address that must wait after too many attempts. */
export const SignInLimit = namedObject('SignInLimit', {
  id,
  address: Type.String({ description: 'e-mail address; shortened if no account has it' }),
  user_id: nullable(id),
  since: Type.String({ format: 'date-time', description: 'the first failed sign-in' }),
  failures: Type.Integer(),
  sources: Type.Integer({ description: 'number of IP addresses' }),
  next_try_at: Type.String({ format: 'date-time', description: 'attempts before this time get 429' }),
  ends_at: Type.String({ format: 'date-time', description: 'end of the limit if no further attempt fails' }),
})
export type SignInLimit = Static<typeof SignInLimit>
