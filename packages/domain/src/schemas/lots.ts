import { type Static, Type } from 'typebox'
import { day, id, namedObject, nullable, text } from './primitives.ts'

export const Lot = namedObject('Lot', {
  id,
  site_id: id,
  name: Type.String({ description: 'a lot of its site, ignoring case and spaces' }),
  arrived_at: nullable(day),
  head_in: nullable(Type.Integer({ description: 'how many animals arrived' })),
  source: nullable(text),
  sex: nullable(text),
  arrival_weight: nullable(Type.Number({ description: 'average weight on arrival in kilograms' })),
  closed_at: nullable(day),
  other_names: Type.Array(text, { description: 'other names by which animals of its site refer to it' }),
})
export type Lot = Static<typeof Lot>

export const UnmatchedLot = namedObject('UnmatchedLot', {
  site_id: id,
  name: Type.String({ description: 'as written on its most recent animal' }),
  animals: Type.Integer({ description: 'how many animals of sent tickets have it' }),
  first_death: day,
  last_death: day,
})
export type UnmatchedLot = Static<typeof UnmatchedLot>

export const HeadCount = namedObject('HeadCount', {
  id,
  site_id: id,
  date: day,
  head: Type.Integer({ description: 'how many animals were on the site at the end of the day' }),
})
export type HeadCount = Static<typeof HeadCount>
