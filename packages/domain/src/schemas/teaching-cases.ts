import { type Static, Type } from 'typebox'
import { seasons } from '../teaching-cases.ts'
import { id, namedObject, nullable, text } from './primitives.ts'

export const TeachingCase = namedObject('TeachingCase', {
  id,
  title: text,
  text,
  diagnosis: Type.Object({ id, name: text, system: text }),
  year: Type.Integer({ description: 'of the death' }),
  season: Type.Unsafe<(typeof seasons)[number]>({ type: 'string', enum: [...seasons], description: 'of the death' }),
  photos: Type.Array(Type.Object({ image: text, thumbnail: text }), {
    description: 'signed URLs; empty unless the practice shows photos of cases',
  }),
})
export type TeachingCase = Static<typeof TeachingCase>

export const SharedCase = namedObject('SharedCase', {
  title: nullable(text),
  text: nullable(text),
  photo_ids: Type.Array(id, { description: 'the photos of the animal that were chosen' }),
  id: Type.Unsafe<string | null>({ ...nullable(id), description: 'of the teaching case; null: it is not shared' }),
  names: Type.Array(text, {
    description: 'words that identify the animal; a text that contains one must be confirmed',
  }),
})
export type SharedCase = Static<typeof SharedCase>
