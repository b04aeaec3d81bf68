import { type Static, Type } from 'typebox'
import { roles } from '../permissions.ts'
import { Customer } from './places.ts'
import { id, nullable, text, time } from './parts.ts'

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
