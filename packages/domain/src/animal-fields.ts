import type { LibraryList } from './library.ts'

interface Definition {
  /** An entry is one of a library list; its field holds the id and ends in `_id`. */
  kind: 'text' | 'day' | 'number' | 'entry'
  /** Its name in the audit log, and in exported files unless `header` says otherwise. */
  label: string
  header?: string
  /** Who alone writes it. Without it, everybody who may edit the animal does. */
  author?: 'customer' | 'veterinarian'
  /** The field it follows in files; otherwise the order is the one below. */
  follows?: string
  /** Of a text: a cell of an import may hold more than one line's worth. */
  long?: true
  /** Of an entry: the list that offers it. */
  list?: LibraryList
  /** Of a number: the unit, and what it may be. */
  unit?: string
  min?: number
  max?: number
  /** Of a number: what a form takes for a slip of the finger, although the API accepts it. */
  typed?: { min: number; max: number }
  /** A value for the examples of the API's document. */
  example?: string | number
}

/**
 * Everything that can be written about an animal, named as its column and in the order of the API's answers. Schemas,
 * queries, exports, imports, audit log and forms are made from these lines (docs/adding-a-field.md).
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
} as const satisfies Record<string, Definition>

type Fields = typeof animalFields
export type AnimalField = keyof Fields
type Kind = Definition['kind']
/** The fields of a kind. */
export type FieldOfKind<K extends Kind> = { [F in AnimalField]: Fields[F]['kind'] extends K ? F : never }[AnimalField]
type FieldBy<A> = { [F in AnimalField]: Fields[F] extends { author: A } ? F : never }[AnimalField]
/** What is written about an animal. */
export type AnimalFacts = { [F in AnimalField]: (F extends FieldOfKind<'number'> ? number : string) | null }
/** The name under which the entry itself is answered: `breed` for `breed_id`. */
export type ReferenceOf<F extends string> = F extends `${infer Name}_id` ? Name : never
export type AnimalReference = ReferenceOf<FieldOfKind<'entry'>>

// cast: the keys of the object above
export const animalFieldNames = Object.keys(animalFields) as AnimalField[]
export const definitionOf = (field: AnimalField): Definition => animalFields[field]

export const fieldsOfKind = <K extends Kind>(kind: K): FieldOfKind<K>[] =>
  animalFieldNames.filter((field): field is FieldOfKind<K> => definitionOf(field).kind === kind)
export const fieldsBy = <A extends 'customer' | 'veterinarian'>(author: A): FieldBy<A>[] =>
  animalFieldNames.filter((field): field is FieldBy<A> => definitionOf(field).author === author)

// cast: a field that names an entry ends in `_id`
export const referenceOf = <F extends FieldOfKind<'entry'>>(field: F) => field.replace(/_id$/, '') as ReferenceOf<F>
export const isEntryField = (field: AnimalField): field is FieldOfKind<'entry'> => definitionOf(field).kind === 'entry'
/** How a file and an answer name the value of a field: an entry by its reference. */
export const nameInFiles = (field: AnimalField) => (isEntryField(field) ? referenceOf(field) : field)

/** What a number may be. */
export function limitsOf(field: FieldOfKind<'number'>): { min: number; max: number } {
  const { min, max } = animalFields[field]
  return { min, max }
}

const byAuthor = (author: Definition['author']) =>
  animalFieldNames.filter((field) => definitionOf(field).author === author)

/** Puts those that follow another field behind it. */
const inFileOrder = (fields: AnimalField[]): AnimalField[] =>
  fields
    .filter((field) => !definitionOf(field).follows)
    .flatMap((field) => [field, ...fields.filter((other) => definitionOf(other).follows === field)])

/** The order of an exported file: the animal, then what the customer says, then what the veterinarian says. */
export const exportedFields = inFileOrder([
  ...byAuthor(undefined),
  ...byAuthor('customer'),
  ...byAuthor('veterinarian'),
])
/** The order of a file to import: what the veterinarian says comes last. */
export const importedFields = inFileOrder([
  ...animalFieldNames.filter((field) => definitionOf(field).author !== 'veterinarian'),
  ...byAuthor('veterinarian'),
])
/** The heading of a column with this field. */
export const headerOf = (field: AnimalField) => definitionOf(field).header ?? definitionOf(field).label
