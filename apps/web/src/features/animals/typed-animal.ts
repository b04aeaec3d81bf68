import {
  type AnimalField,
  animalFieldNames,
  definitionOf,
  type FieldOfKind,
  fieldsBy,
  fieldsOfKind,
  limitsOf,
} from '@chisholm/domain/animal-fields'
import { isDay } from '@chisholm/domain/dates'
import type { Animal } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { AnimalFacts } from '../../api/entries.ts'

type VetField = ReturnType<typeof fieldsBy<'veterinarian'>>[number]
type TypedField = Exclude<AnimalField, VetField>
/** The fields one types a text or a number into. */
export type TypedText = Extract<TypedField, FieldOfKind<'text' | 'number'>>

/** An animal as it stands in its form. Numbers stay as they were typed until they are saved. */
export type TypedAnimal = Record<TypedText, string> & Record<Exclude<TypedField, TypedText>, string | null>

const isTyped = (field: AnimalField): field is TypedField => definitionOf(field).author !== 'veterinarian'
const numberFields = fieldsOfKind('number')

export function typedAnimal(animal: Animal | undefined, rfid = '', today: string): TypedAnimal {
  const emptyFor = (field: TypedField) => (['text', 'number'].includes(definitionOf(field).kind) ? '' : null)
  const typed = animalFieldNames.filter(isTyped).map((field) => [field, animal?.[field]?.toString() ?? emptyFor(field)])
  return {
    // each field has its value by its kind
    ...(Object.fromEntries(typed) as TypedAnimal),
    rfid: animal?.rfid ?? rfid,
    customer_record_at: animal ? animal.customer_record_at : today,
  }
}

/** Null for empty text, NaN for invalid numbers; accepts a decimal comma. */
const numberOf = (text: string) => (text.trim() ? Number(text.trim().replace(',', '.')) : null)
/** Errors by field. */
export function animalMistakes(typed: TypedAnimal): Record<string, string[]> {
  const mistakes: Record<string, string[]> = {}
  const day = typed.customer_record_at
  if (day && !isDay(day)) mistakes['customer_record_at'] = [texts.validation.scheduleDateRequired]
  for (const field of numberFields) {
    const number = numberOf(typed[field])
    const { min, max } = definitionOf(field).typed ?? limitsOf(field)
    if (number !== null && !(number >= min && number <= max)) mistakes[field] = [texts.validation.rangeInvalid]
  }
  return mistakes
}

/**
 * Converts form values to the body of a request.
 * @param vetRoute  leaves out the client's own fields, which are read-only there
 */
export function factsOf(typed: TypedAnimal, vetRoute: boolean): AnimalFacts {
  const numbers = Object.fromEntries(numberFields.map((field) => [field, numberOf(typed[field])]))
  const withheld = vetRoute ? fieldsBy('customer') : []
  const sent = Object.entries({ ...typed, ...numbers }).filter(([field]) => !withheld.some((name) => name === field))
  return Object.fromEntries(sent)
}
