import { constants } from './constants.ts'
import { type ValidationErrors, collectErrors, validateText } from './validation.ts'
import { texts } from './texts.ts'

/** Library lists of specification 7.5, by API name. */
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

/** Fields of a library entry. */
export interface LibraryEntryFields {
  name: string
  code: string | null
  system: string | null
  notifiable: boolean
  hex: string | null
}

type ExtraField = Exclude<keyof LibraryEntryFields, 'name'>

const extraFields: Partial<Record<LibraryList, readonly ExtraField[]>> = {
  diagnoses: ['code', 'system', 'notifiable'],
  'tag-colors': ['hex'],
}
/** Fields of a list's entries besides the name. */
export const extraFieldsOf = (list: LibraryList): readonly ExtraField[] => extraFields[list] ?? []

/** Validates an entry; uniqueness is checked by the server. */
export function validateLibraryEntry({ name, code, system, hex }: LibraryEntryFields): ValidationErrors {
  const { validation } = texts
  const { nameMax, codeMax, systemMax } = constants.lists
  return collectErrors({
    name: validateText(name, nameMax, validation.nameRequired),
    code: validateText(code, codeMax),
    system: validateText(system, systemMax),
    hex: !hex || /^#[0-9a-f]{6}$/i.test(hex) ? null : validation.hexInvalid,
  })
}
