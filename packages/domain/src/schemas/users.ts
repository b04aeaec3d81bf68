import { type Static, Type } from 'typebox'
import { roles } from '../permissions.ts'
import { Customer } from './customers-and-sites.ts'
import { id, nullable, namedObject, text, time } from './primitives.ts'

export const User = Type.Object({
  id,
  pin: Type.Integer(),
  email: text,
  first_name: nullable(text),
  last_name: nullable(text),
  phone: nullable(text),
  city: nullable(text),
  region: nullable(text),
  country: nullable(text),
  roles: Type.Array(Type.Enum([...roles])),
  customers: Type.Array(Customer),
  email_verified_at: nullable(time),
  status: Type.Enum(['active', 'invited', 'disabled']),
  created_at: time,
  updated_at: time,
  deleted_at: nullable(time),
})
export type User = Static<typeof User>

export const bulkActions = ['invite', 'disable', 'enable', 'add-site'] as const
export type BulkAction = (typeof bulkActions)[number]

/** The result of a bulk action for one user. */
export const BulkOutcome = namedObject('BulkOutcome', {
  id,
  name: nullable(text),
  done: Type.Boolean(),
  message: Type.Unsafe<string | null>({ ...nullable(text), description: 'why it failed' }),
})
export type BulkOutcome = Static<typeof BulkOutcome>
