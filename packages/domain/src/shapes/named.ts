import type { Static } from 'typebox'
import { id, shape, text } from './parts.ts'

export const Named = shape('Named', { id, name: text })
export type Named = Static<typeof Named>

export const Person = shape('Person', { id, first_name: text, last_name: text })
export type Person = Static<typeof Person>
