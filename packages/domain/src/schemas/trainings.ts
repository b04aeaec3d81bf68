import { type Static, Type } from 'typebox'
import { id, nullable, namedObject, text } from './primitives.ts'

export const Training = namedObject('Training', {
  id,
  title: text,
  description: nullable(text),
  pre_content: nullable(text),
  post_content: nullable(text),
  training_sections: Type.Array(Type.Object({ id, heading: text, content: text })),
})
export type Training = Static<typeof Training>
