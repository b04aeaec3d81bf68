import { type Static, Type } from 'typebox'
import { dangerLevels } from '../danger-signs.ts'
import { id, nullable, namedObject, text } from './primitives.ts'

/**
 * A library entry. `notifiable` and `warning` exist for diagnoses, `hex` for tag colours, `hint` and `required` for photo slots,
 * `advice` and `level` for danger signs, `text` for phrases.
 */
export const LibraryEntry = namedObject('LibraryEntry', {
  id,
  name: text,
  code: Type.Optional(nullable(text)),
  system: Type.Optional(nullable(text)),
  notifiable: Type.Optional(Type.Boolean()),
  hex: Type.Optional(nullable(text)),
  hint: Type.Optional(nullable(text)),
  advice: Type.Optional(nullable(text)),
  text: Type.Optional(nullable(text)),
  level: Type.Optional(nullable(Type.String({ enum: [...dangerLevels, null] }))),
  required: Type.Optional(Type.Boolean({ description: 'whether sending needs a photo where photos are demanded' })),
  position: Type.Optional(Type.Integer({ description: 'from 1; 0 while the list is alphabetical' })),
  retired: Type.Optional(Type.Boolean({ description: 'whether it is no longer offered' })),
})
export type LibraryEntry = Static<typeof LibraryEntry>

export const LibraryListState = namedObject('LibraryListState', {
  list: Type.String({ description: 'name of the list in the API' }),
  entries: Type.Integer({ description: 'number of active entries' }),
  retired: Type.Integer({ description: 'number of retired entries' }),
  ordered: Type.Boolean({ description: 'whether an Admin ordered it; otherwise alphabetical' }),
})
export type LibraryListState = Static<typeof LibraryListState>
