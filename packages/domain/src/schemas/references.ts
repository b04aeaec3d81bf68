import type { Static } from 'typebox'
import { id, namedObject, text } from './primitives.ts'

export const Named = namedObject('Named', { id, name: text })
export type Named = Static<typeof Named>

export const Person = namedObject('Person', { id, first_name: text, last_name: text })
export type Person = Static<typeof Person>
