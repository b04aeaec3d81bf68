import { type Static, Type } from 'typebox'
import { day, id, namedObject, nullable, text } from './primitives.ts'

export const Absence = namedObject('Absence', {
  id,
  user_id: id,
  from: Type.Unsafe<string>({ ...day, description: 'first day away' }),
  to: Type.Unsafe<string>({ ...day, description: 'last day away' }),
  note: nullable(text),
})
export type Absence = Static<typeof Absence>
