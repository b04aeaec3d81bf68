import { constants } from './constants.ts'
import { type Mistakes, mistakesOf, textMistake } from './mistakes.ts'
import { texts } from './texts.ts'

/** The library lists of specification 7.5, by the name of their call. */
export const libraryLists = [
  'unit-of-measures',
  'species',
  'animal-types',
  'animal-colors',
  'animal-groups',
  'diagnoses',
  'health-risks',
  'treatments',
  'breeds',
  'tag-colors',
  'reports',
] as const
export type LibraryList = (typeof libraryLists)[number]

/** What an entry says beside its name. */
export interface EntryFacts {
  name: string
  code: string | null
  system: string | null
  notifiable: boolean
  hex: string | null
}

type Extra = Exclude<keyof EntryFacts, 'name'>

const extras: Partial<Record<LibraryList, readonly Extra[]>> = {
  diagnoses: ['code', 'system', 'notifiable'],
  'tag-colors': ['hex'],
}
/** What the entries of a list say beside their name. */
export const extrasOf = (list: LibraryList): readonly Extra[] => extras[list] ?? []

/** What is wrong with an entry by itself; whether its name is taken only the server knows. */
export function entryMistakes({ name, code, system, hex }: EntryFacts): Mistakes {
  const { validation } = texts
  const { nameMax, codeMax, systemMax } = constants.lists
  return mistakesOf({
    name: textMistake(name, nameMax, validation.nameRequired),
    code: textMistake(code, codeMax),
    system: textMistake(system, systemMax),
    hex: !hex || /^#[0-9a-f]{6}$/i.test(hex) ? null : validation.hexInvalid,
  })
}
