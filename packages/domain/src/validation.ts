import { type Day, isPlausibleDay } from './dates.ts'
import { texts } from './texts.ts'

/** Validation errors by field, in the order of the form. */
export type ValidationErrors = Record<string, string[]>

/** Removes the fields without an error. */
export const collectErrors = (fields: Record<string, string | null>): ValidationErrors =>
  Object.fromEntries(Object.entries(fields).flatMap(([field, error]) => (error === null ? [] : [[field, [error]]])))

/** An emoji is one character, as in the database and in JSON Schema, although it takes two places of a string. */
export const countCharacters = (text: string): number => Array.from(text).length

/** The first characters of a text. None is cut in two: half of an emoji cannot be stored as JSON. */
export const firstCharacters = (text: string, count: number): string => Array.from(text).slice(0, count).join('')

/**
 * @returns the error of a text, or null
 * @param required  the text to show if it is empty; omit it for an optional field
 */
export function validateText(text: string | null | undefined, maxLength: number, required?: string): string | null {
  if (!text?.trim()) return required ?? null
  return countCharacters(text.trim()) > maxLength ? texts.validation.tooLong(maxLength) : null
}

/** @returns the error of a day that is too far in the past or future, or null */
export const validateYear = (day: Day | null | undefined, now: Date): string | null =>
  day && !isPlausibleDay(day, now) ? texts.validation.checkYear : null

/** Whether a text is a color like `#ffcc00`. */
export const isHexColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)
