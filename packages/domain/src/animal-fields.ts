import type { LibraryList } from './library.ts'
import { keysOf } from './typed-objects.ts'

interface Definition {
  /**
   * `timestamp`: day and time; `choice`: one of `options`; `entry`: an entry of a library list, whose id the field holds
   * and whose name ends in `_id`; `entries`: several of them, whose ids the field holds.
   */
  kind: 'text' | 'day' | 'timestamp' | 'number' | 'choice' | 'entry' | 'entries'
  /** Name in the audit log, and in exported files unless `header` is set. */
  label: string
  header?: string
  /** The only role that may write the field. If omitted, everyone who may edit the animal may. */
  author?: 'customer' | 'veterinarian'
  /** The field that this one follows in files. If omitted, it has the position it has below. */
  follows?: string
  /** Text fields: whether a cell of an import may hold a long text. */
  long?: true
  /** Entry fields: the library list from which the entry is chosen. */
  list?: LibraryList
  /** Choice fields: the values it may have. */
  options?: readonly string[]
  /** Number fields: unit and limits. */
  unit?: string
  min?: number
  max?: number
  /** Number fields: the narrower limits of the form, which catch typing errors. */
  typed?: { min: number; max: number }
  example?: string | number
}

/**
 * All writable fields of an animal, named like their columns, in the order of API responses. Schemas, queries, exports,
 * imports, audit log and forms are derived from this list (docs/adding-a-field.md).
 */
export const animalFields = {
  tag: { kind: 'text', label: 'Tag', example: 'Y 4471' },
  rfid: { kind: 'text', label: 'RFID', example: '982 000123456789' },
  pen: { kind: 'text', label: 'Pen', example: '12' },
  lot: { kind: 'text', label: 'Lot', example: 'L-208' },
  tag_color_id: { kind: 'entry', list: 'tag-colors', label: 'Tag colour', header: 'Tag color', follows: 'tag' },
  customer_record_at: { kind: 'day', label: 'Date of death', example: '2026-11-19' },
  customer_notes: {
    kind: 'text',
    author: 'customer',
    long: true,
    label: 'Customer notes',
    example: 'Off feed since Monday.',
  },
  customer_diagnosis_id: { kind: 'entry', list: 'diagnoses', author: 'customer', label: 'Customer diagnosis' },
  customer_diagnosis_note: { kind: 'text', author: 'customer', long: true, label: 'Customer diagnosis notes' },
  vet_diagnosis_id: { kind: 'entry', list: 'diagnoses', author: 'veterinarian', label: 'Diagnosis' },
  vet_diagnosis_note: {
    kind: 'text',
    author: 'veterinarian',
    long: true,
    label: 'Diagnosis notes',
    example: 'Confirmed by the lung.',
  },
  vet_findings: {
    kind: 'text',
    author: 'veterinarian',
    long: true,
    label: 'Findings',
    example: 'Consolidated cranial lobes.',
  },
  breed_id: { kind: 'entry', list: 'breeds', label: 'Breed' },
  animal_color_id: { kind: 'entry', list: 'animal-colors', label: 'Animal colour', header: 'Color' },
  animal_group_id: { kind: 'entry', list: 'animal-groups', label: 'Group' },
  weight: { kind: 'number', label: 'Weight in kg', unit: 'kilograms', min: 0, max: 10_000, example: 540 },
  temperature: {
    kind: 'number',
    label: 'Temperature in °C',
    unit: 'degrees Celsius',
    min: -100,
    max: 150,
    typed: { min: -60, max: 60 },
    example: 40.1,
  },
  found_at: { kind: 'timestamp', label: 'Found at', example: '2026-11-19T13:30:00Z' },
  died_at: { kind: 'timestamp', label: 'Died at', example: '2026-11-19T11:00:00Z' },
  last_seen_alive_at: { kind: 'timestamp', label: 'Last seen alive at', example: '2026-11-19T02:00:00Z' },
  death_kind: {
    kind: 'choice',
    options: ['found_dead', 'died_observed', 'euthanised'],
    label: 'Kind of death',
    example: 'found_dead',
  },
  euthanasia_note: { kind: 'text', long: true, label: 'Euthanasia notes', example: 'Captive bolt.' },
  air_temperature_c: {
    kind: 'number',
    label: 'Air temperature in °C',
    unit: 'degrees Celsius',
    min: -60,
    max: 60,
    example: 12,
  },
  arrived_at: { kind: 'day', label: 'Arrived', example: '2026-08-02' },
  danger_sign_ids: { kind: 'entries', list: 'danger-signs', label: 'Danger signs' },
} as const satisfies Record<string, Definition>

type Fields = typeof animalFields
export type AnimalField = keyof Fields
type Kind = Definition['kind']
export type FieldOfKind<K extends Kind> = { [F in AnimalField]: Fields[F]['kind'] extends K ? F : never }[AnimalField]
type FieldBy<A> = { [F in AnimalField]: Fields[F] extends { author: A } ? F : never }[AnimalField]
/** Values of the writable fields. */
export type AnimalFieldValues = {
  [F in AnimalField]: F extends FieldOfKind<'entries'> ? string[] : ValueOf<F> | null
}
type ValueOf<F extends AnimalField> =
  F extends FieldOfKind<'number'> ? number : F extends FieldOfKind<'choice'> ? OptionOf<F> : string
/** The values of a choice field. */
export type OptionOf<F extends FieldOfKind<'choice'>> = Fields[F]['options'][number]
/** Name of the entry itself in API responses: `breed` for `breed_id`. */
export type ReferenceOf<F extends string> = F extends `${infer Name}_id` ? Name : never
export type AnimalReference = ReferenceOf<FieldOfKind<'entry'>>

export const animalFieldNames = keysOf(animalFields)
/** Label, kind, author and limits of a field. */
export const definitionOf = (field: AnimalField): Definition => animalFields[field]

export const fieldsOfKind = <K extends Kind>(kind: K): FieldOfKind<K>[] =>
  animalFieldNames.filter((field): field is FieldOfKind<K> => definitionOf(field).kind === kind)
/** The fields that this side of a ticket fills in. */
export const fieldsBy = <A extends 'customer' | 'veterinarian'>(author: A): FieldBy<A>[] =>
  animalFieldNames.filter((field): field is FieldBy<A> => definitionOf(field).author === author)

/** Name of the entry to which a field refers: `breed` for `breed_id`. */
// cast: a field that names an entry ends in `_id`
export const referenceOf = <F extends FieldOfKind<'entry'>>(field: F) => field.replace(/_id$/, '') as ReferenceOf<F>
export const isEntryField = (field: AnimalField): field is FieldOfKind<'entry'> => definitionOf(field).kind === 'entry'
/** Name of a field in files and responses; entry fields use the name of what they refer to. */
export function nameInFiles(field: AnimalField) {
  if (isEntryField(field)) return referenceOf(field)
  return field === 'danger_sign_ids' ? 'danger_signs' : field
}

/**
 * A number as it is stored. Air temperatures have one decimal and are rounded down, because the carcass clock compares
 * them with whole degrees: 4.96 °C is below 5 °C.
 */
export function storedNumber(field: FieldOfKind<'number'>, value: number): number {
  if (field !== 'air_temperature_c') return value
  const rounded = Number(value.toFixed(1))
  return rounded > value ? Number((rounded - 0.1).toFixed(1)) : rounded
}

/** Whether a text is one of the values of a choice field. */
export const isOption = <F extends FieldOfKind<'choice'>>(field: F, text: string): text is OptionOf<F> =>
  animalFields[field].options.some((option) => option === text)

/** The least and greatest value, in the field's unit (specification 5). */
export function limitsOf(field: FieldOfKind<'number'>): { min: number; max: number } {
  const { min, max } = animalFields[field]
  return { min, max }
}

const byAuthor = (author: Definition['author']) =>
  animalFieldNames.filter((field) => definitionOf(field).author === author)

const inFileOrder = (fields: AnimalField[]): AnimalField[] =>
  fields
    .filter((field) => !definitionOf(field).follows)
    .flatMap((field) => [field, ...fields.filter((other) => definitionOf(other).follows === field)])

/** Column order of exported files: the animal, then the customer's fields, then the veterinarian's. */
export const exportedFields = inFileOrder([
  ...byAuthor(undefined),
  ...byAuthor('customer'),
  ...byAuthor('veterinarian'),
])
/** Column order of import files: the veterinarian's fields come last. */
export const importedFields = inFileOrder([
  ...animalFieldNames.filter((field) => definitionOf(field).author !== 'veterinarian'),
  ...byAuthor('veterinarian'),
])
/** Header of a field's column in exported and imported files. */
export const headerOf = (field: AnimalField) => definitionOf(field).header ?? definitionOf(field).label
