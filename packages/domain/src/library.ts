import { constants } from './constants.ts'
import { type DangerLevel, dangerLevels, isDangerLevel } from './danger-signs.ts'
import { organSystems } from './examination.ts'
import { organSystemOf } from './examination-texts.ts'
import { type ValidationErrors, collectErrors, isHexColor, validateText } from './validation.ts'
import { texts } from './texts.ts'

/** The library lists of specification 7.5 and decisions.md section 6, by their names in the API. */
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
  'photo-slots',
  'danger-signs',
  'phrases',
  'sample-kinds',
] as const
export type LibraryList = (typeof libraryLists)[number]

export interface LibraryEntryFields {
  name: string
  code: string | null
  system: string | null
  notifiable: boolean
  hex: string | null
  /** Describes the content of a slot's photo, or how a kind of sample is taken. */
  hint: string | null
  /** Instructions for a danger sign. */
  advice: string | null
  /** The text that a phrase inserts; default: its name. Null for entries of other lists. */
  text: string | null
  /** The level of a danger sign; null for entries of other lists. */
  level: DangerLevel | null
  /** Whether a photo in this slot is required before sending, if the practice demands photos. */
  required: boolean
}

/** The fields of an entry, which are columns of the database and of files. */
export const libraryEntryFields = [
  'name',
  'code',
  'system',
  'notifiable',
  'hex',
  'hint',
  'required',
  'advice',
  'text',
  'level',
] as const satisfies (keyof LibraryEntryFields)[]

type ExtraField = Exclude<keyof LibraryEntryFields, 'name'>

const extraFields: Partial<Record<LibraryList, readonly ExtraField[]>> = {
  diagnoses: ['code', 'system', 'notifiable'],
  'tag-colors': ['hex'],
  'photo-slots': ['hint', 'required', 'system'],
  'danger-signs': ['advice', 'level'],
  phrases: ['text', 'system'],
  'sample-kinds': ['hint'],
}
/** The fields of an entry besides its name that this list has. */
export const extraFieldsOf = (list: LibraryList): readonly ExtraField[] => extraFields[list] ?? []

/** The system to store: the organ system that a phrase names, else the text. */
export const systemOfEntry = (list: LibraryList, system: string | null): string | null =>
  (list === 'phrases' && organSystemOf(system)) || system

/** Validates an entry; uniqueness is checked by the server. */
export function validateLibraryEntry(list: LibraryList, fields: LibraryEntryFields): ValidationErrors {
  const { name, code, system, hex, hint, advice, text, level } = fields
  const { validation } = texts
  const { nameMax, codeMax, systemMax, hintMax, adviceMax, textMax } = constants.lists
  return collectErrors({
    name: validateText(name, nameMax, validation.nameRequired),
    code: validateText(code, codeMax),
    system:
      list === 'phrases' && system && !organSystemOf(system)
        ? validation.oneOf(organSystems)
        : validateText(system, systemMax),
    hint: validateText(hint, hintMax),
    advice: validateText(advice, adviceMax),
    text: validateText(text, textMax),
    level: extraFieldsOf(list).includes('level') && !isDangerLevel(level) ? validation.oneOf(dangerLevels) : null,
    hex: !hex || isHexColor(hex) ? null : validation.hexInvalid,
  })
}
