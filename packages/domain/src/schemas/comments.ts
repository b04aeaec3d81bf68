import { type Static, Type } from 'typebox'
import { id, namedObject, text, time } from './primitives.ts'
import { Person } from './references.ts'

export const Comment = namedObject('Comment', {
  id,
  post_mortem_id: id,
  text,
  internal: Type.Boolean({ description: 'whether only veterinarians and Admins see it' }),
  created_at: time,
  created_by: Person,
  from_practice: Type.Boolean({ description: 'whether its author is a veterinarian or Admin' }),
})
export type Comment = Static<typeof Comment>
