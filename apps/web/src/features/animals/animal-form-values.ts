import {
  type AnimalField,
  animalFieldNames,
  definitionOf,
  type FieldOfKind,
  fieldsBy,
  fieldsOfKind,
  limitsOf,
} from '@chisholm/domain/animal-fields'
import { isDay, type Zone } from '@chisholm/domain/dates'
import { type DeathTimes, validateDeathTimes } from '@chisholm/domain/death'
import { isTooLargeForChip } from '@chisholm/domain/rfid'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import type { TreatmentGiven } from '@chisholm/domain/treatments-given'
import { validateYear, type ValidationErrors } from '@chisholm/domain/validation'
import type { AnimalInput } from '../../api/outbox-changes.ts'
import { isTimestamp } from '../../ui/timestamp-parts.ts'
import { parseTemperature } from './air-temperature.ts'

type VetField = ReturnType<typeof fieldsBy<'veterinarian'>>[number]
type FormField = Exclude<AnimalField, VetField>
type EntriesField = Extract<FormField, FieldOfKind<'entries'>>
/** Fields with text inputs, numbers included. */
export type TextFieldName = Extract<FormField, FieldOfKind<'text' | 'number'>>

/** Numbers stay text until they are saved. */
export type AnimalFormValues = Record<TextFieldName, string> &
  Record<EntriesField, string[]> &
  Record<Exclude<FormField, TextFieldName | EntriesField>, string | null> & { treatments_given: TreatmentGiven[] }

const isFormField = (field: AnimalField): field is FormField => definitionOf(field).author !== 'veterinarian'
export type NumberFieldName = Extract<FormField, FieldOfKind<'number'>>
const numberFields = fieldsOfKind('number').filter((field): field is NumberFieldName => isFormField(field))

export function animalFormValues(animal: Animal | undefined, rfid = '', today: string): AnimalFormValues {
  const values = animalFieldNames.filter(isFormField).map((field) => [field, formValue(field, animal?.[field] ?? null)])
  return {
    // cast: each field has a value of its kind
    ...(Object.fromEntries(values) as AnimalFormValues),
    rfid: animal?.rfid ?? rfid,
    customer_record_at: animal ? animal.customer_record_at : today,
    treatments_given: animal?.treatments_given ?? [],
  }
}

function formValue(field: FormField, value: Animal[FormField]): string | string[] | null {
  const { kind } = definitionOf(field)
  if (kind === 'entries') return Array.isArray(value) ? value : []
  return value?.toString() ?? (kind === 'text' || kind === 'number' ? '' : null)
}

/** Returns null for empty text and NaN for invalid numbers. Accepts a decimal comma. */
function parseNumber(field: NumberFieldName, text: string): number | null {
  if (field === 'air_temperature_c') return parseTemperature(text)
  return text.trim() ? Number(text.trim().replace(',', '.')) : null
}

const dayFields = fieldsOfKind('day')
const timestampFields = fieldsOfKind('timestamp')
const completeTimestamp = (value: string | null) => (value && isTimestamp(value) ? value : null)
const onlyDay = (value: string | null) => (value && isDay(value) ? value : null)

/** The complete times of a form. */
export const deathTimesOf = (values: AnimalFormValues): DeathTimes => ({
  found_at: completeTimestamp(values.found_at),
  died_at: completeTimestamp(values.died_at),
  last_seen_alive_at: completeTimestamp(values.last_seen_alive_at),
  arrived_at: onlyDay(values.arrived_at),
  customer_record_at: onlyDay(values.customer_record_at),
})

/**
 * @param zone  the time zone of the site
 * @param savedRfid  the animal's current RFID, which may stay unchanged
 */
export function validateAnimal(values: AnimalFormValues, now: Date, zone: Zone, savedRfid?: string): ValidationErrors {
  const errors = validateDeathTimes(deathTimesOf(values), now, zone)
  if (values.rfid !== savedRfid && isTooLargeForChip(values.rfid)) errors['rfid'] = [texts.validation.rfidTooLarge]
  for (const field of dayFields) {
    const day = values[field]
    if (day && !isDay(day)) errors[field] = [texts.validation.scheduleDateRequired]
    else if (!errors[field]) {
      const error = validateYear(day, now)
      if (error) errors[field] = [error]
    }
  }
  for (const field of timestampFields) {
    const timestamp = values[field]
    if (timestamp && !isTimestamp(timestamp)) errors[field] = [texts.validation.checkTimes]
  }
  for (const field of numberFields) {
    const number = parseNumber(field, values[field])
    const { min, max } = definitionOf(field).typed ?? limitsOf(field)
    if (number !== null && !(number >= min && number <= max)) errors[field] = [texts.validation.between(min, max)]
  }
  for (const [index, { name }] of values.treatments_given.entries())
    if (!name.trim()) errors[`treatments_given.${index}.name`] = [texts.validation.treatmentNameRequired]
  return errors
}

/**
 * Converts form values to the body of a request.
 * @param vetRoute  omits the client's own fields, which veterinarians cannot edit
 */
export function toAnimalInput(values: AnimalFormValues, vetRoute: boolean): AnimalInput {
  const numbers = Object.fromEntries(numberFields.map((field) => [field, parseNumber(field, values[field])]))
  const withheld = vetRoute ? fieldsBy('customer') : []
  const sent = Object.entries({ ...values, ...numbers }).filter(([field]) => !withheld.some((name) => name === field))
  return Object.fromEntries(sent)
}
