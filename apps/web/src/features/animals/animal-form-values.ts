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
import type { Animal } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import type { AnimalInput } from '../../api/outbox-entries.ts'

type VetField = ReturnType<typeof fieldsBy<'veterinarian'>>[number]
/** Fields without an input in the form, which it neither reads nor sends. */
const withoutInput = [
  'found_at',
  'died_at',
  'last_seen_alive_at',
  'death_kind',
  'euthanasia_note',
  'air_temperature_c',
  'arrived_at',
] as const satisfies AnimalField[]
type FormField = Exclude<AnimalField, VetField | (typeof withoutInput)[number]>
type EntriesField = Extract<FormField, FieldOfKind<'entries'>>
/** Fields with text inputs, numbers included. */
export type TextFieldName = Extract<FormField, FieldOfKind<'text' | 'number'>>

/** Numbers stay text until they are saved. */
export type AnimalFormValues = Record<TextFieldName, string> &
  Record<EntriesField, string[]> &
  Record<Exclude<FormField, TextFieldName | EntriesField>, string | null>

const isFormField = (field: AnimalField): field is FormField =>
  definitionOf(field).author !== 'veterinarian' && !withoutInput.some((other) => other === field)
export type NumberFieldName = Extract<FormField, FieldOfKind<'number'>>
const numberFields = fieldsOfKind('number').filter((field): field is NumberFieldName => isFormField(field))

export function animalFormValues(animal: Animal | undefined, rfid = '', today: string): AnimalFormValues {
  const values = animalFieldNames.filter(isFormField).map((field) => [field, formValue(field, animal?.[field] ?? null)])
  return {
    // cast: each field has a value of its kind
    ...(Object.fromEntries(values) as AnimalFormValues),
    rfid: animal?.rfid ?? rfid,
    customer_record_at: animal ? animal.customer_record_at : today,
  }
}

function formValue(field: FormField, value: Animal[FormField]): string | string[] | null {
  const { kind } = definitionOf(field)
  if (kind === 'entries') return Array.isArray(value) ? value : []
  return value?.toString() ?? (kind === 'text' || kind === 'number' ? '' : null)
}

/** Returns null for empty text and NaN for invalid numbers. Accepts a decimal comma. */
const parseNumber = (text: string) => (text.trim() ? Number(text.trim().replace(',', '.')) : null)
export function validateAnimal(values: AnimalFormValues): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  const day = values.customer_record_at
  if (day && !isDay(day)) errors['customer_record_at'] = [texts.validation.scheduleDateRequired]
  for (const field of numberFields) {
    const number = parseNumber(values[field])
    const { min, max } = definitionOf(field).typed ?? limitsOf(field)
    if (number !== null && !(number >= min && number <= max)) errors[field] = [texts.validation.rangeInvalid]
  }
  return errors
}

/**
 * Converts form values to the body of a request.
 * @param vetRoute  leaves out the client's own fields, which veterinarians cannot edit
 */
export function toAnimalInput(values: AnimalFormValues, vetRoute: boolean): AnimalInput {
  const numbers = Object.fromEntries(numberFields.map((field) => [field, parseNumber(values[field])]))
  const withheld = vetRoute ? fieldsBy('customer') : []
  const sent = Object.entries({ ...values, ...numbers }).filter(([field]) => !withheld.some((name) => name === field))
  return Object.fromEntries(sent)
}
