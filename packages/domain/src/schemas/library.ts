import { type Static, Type } from 'typebox'
import { id, nullable, namedObject, text } from './primitives.ts'

/** A library entry. `notifiable` and `warning` exist for diagnoses, `hex` for tag colours. */
export const LibraryEntry = namedObject('LibraryEntry', {
  id,
  name: text,
  code: Type.Optional(nullable(text)),
  system: Type.Optional(nullable(text)),
  notifiable: Type.Optional(Type.Boolean()),
  hex: Type.Optional(nullable(text)),
  retired: Type.Optional(Type.Boolean({ description: 'whether it is no longer offered' })),
})
export type LibraryEntry = Static<typeof LibraryEntry>

/** Summary of a library list for Admins. */
export const LibraryListState = namedObject('LibraryListState', {
  list: Type.String({ description: 'the name of its call' }),
  entries: Type.Integer({ description: 'how many are offered' }),
  retired: Type.Integer({ description: 'how many are not' }),
  ordered: Type.Boolean({ description: 'whether an Admin gave it an order; else it is alphabetical' }),
})
export type LibraryListState = Static<typeof LibraryListState>
