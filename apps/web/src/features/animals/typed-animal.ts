import { isDay } from '@chisholm/domain/dates'
import type { Animal } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { AnimalFacts } from '../../api/entries.ts'

/** Values of the animal form. Numbers stay text until they are saved. */
export interface TypedAnimal {
  rfid: string
  tag: string
  tag_color_id: string | null
  pen: string
  lot: string
  customer_record_at: string | null
  customer_notes: string
  customer_diagnosis_id: string | null
  customer_diagnosis_note: string
  breed_id: string | null
  animal_color_id: string | null
  animal_group_id: string | null
  weight: string
  temperature: string
}

export const typedAnimal = (animal: Animal | undefined, rfid = '', today: string): TypedAnimal => ({
  rfid: animal?.rfid ?? rfid,
  tag: animal?.tag ?? '',
  tag_color_id: animal?.tag_color_id ?? null,
  pen: animal?.pen ?? '',
  lot: animal?.lot ?? '',
  customer_record_at: animal ? animal.customer_record_at : today,
  customer_notes: animal?.customer_notes ?? '',
  customer_diagnosis_id: animal?.customer_diagnosis_id ?? null,
  customer_diagnosis_note: animal?.customer_diagnosis_note ?? '',
  breed_id: animal?.breed_id ?? null,
  animal_color_id: animal?.animal_color_id ?? null,
  animal_group_id: animal?.animal_group_id ?? null,
  weight: animal?.weight?.toString() ?? '',
  temperature: animal?.temperature?.toString() ?? '',
})

/** Null for empty text, NaN for invalid numbers; accepts a decimal comma. */
const numberOf = (text: string) => (text.trim() ? Number(text.trim().replace(',', '.')) : null)
/** Limits of the database columns. */
const limits = { weight: { min: 0, max: 99_999 }, temperature: { min: -60, max: 60 } }

/** Errors by field. */
export function animalMistakes(typed: TypedAnimal): Record<string, string[]> {
  const mistakes: Record<string, string[]> = {}
  const day = typed.customer_record_at
  if (day && !isDay(day)) mistakes['customer_record_at'] = [texts.validation.scheduleDateRequired]
  for (const field of ['weight', 'temperature'] as const) {
    const number = numberOf(typed[field])
    const { min, max } = limits[field]
    if (number !== null && !(number >= min && number <= max)) mistakes[field] = [texts.validation.rangeInvalid]
  }
  return mistakes
}

/**
 * Converts form values to the body of a request.
 * @param vetRoute  leaves out the client's own fields, which are read-only there
 */
export function factsOf(typed: TypedAnimal, vetRoute: boolean): AnimalFacts {
  const { customer_notes, customer_diagnosis_id, customer_diagnosis_note, ...shared } = typed
  const facts = { ...shared, weight: numberOf(typed.weight), temperature: numberOf(typed.temperature) }
  return vetRoute ? facts : { ...facts, customer_notes, customer_diagnosis_id, customer_diagnosis_note }
}
