import { texts } from './texts.ts'

/** Validation errors by field, in field order. */
export type ValidationErrors = Record<string, string[]>

/** Collects the errors of fields that have one. */
export const collectErrors = (fields: Record<string, string | null>): ValidationErrors =>
  Object.fromEntries(Object.entries(fields).flatMap(([field, error]) => (error === null ? [] : [[field, [error]]])))

/** Validates a text that may be required and has a maximum length. */
export function validateText(text: string | null, maxLength: number, required?: string): string | null {
  if (!text?.trim()) return required ?? null
  return text.trim().length > maxLength ? texts.validation.tooLong(maxLength) : null
}
