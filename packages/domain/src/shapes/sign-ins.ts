import { type Static, Type } from 'typebox'
import { roles } from '../permissions.ts'
import { id, nullable, shape, text, time } from './parts.ts'

export const SignIn = shape('SignIn', {
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

export const Passkey = shape('Passkey', { id, name: text, created_at: time, last_used_at: nullable(time) })
export type Passkey = Static<typeof Passkey>

/** What protects a person's sign-in besides the password. */
export const Protection = shape('Protection', {
  required: Type.Boolean({ description: 'whether this person has to have a second factor' }),
  authenticator: Type.Boolean({ description: 'whether an authenticator app is set up' }),
  authenticator_used_at: nullable(time),
  passkeys: Type.Array(Passkey),
  recovery_codes: Type.Integer({ description: 'how many are left' }),
})
export type Protection = Static<typeof Protection>

/** Where a person is signed in. */
export const OwnSignIn = shape('OwnSignIn', {
  id,
  device: Type.String({ description: 'browser and system, as far as they tell' }),
  source: nullable(text),
  created_at: time,
  last_used_at: time,
  current: Type.Boolean({ description: 'whether it is the one that asks' }),
})
export type OwnSignIn = Static<typeof OwnSignIn>
