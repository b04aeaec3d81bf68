import { texts } from './texts.ts'

/** What is wrong with what was typed, field by field, in the order of the fields. */
export type ValidationErrors = Record<string, string[]>

/** Puts together what each field is told, where it is told anything. */
export const collectErrors = (fields: Record<string, string | null>): ValidationErrors =>
  Object.fromEntries(Object.entries(fields).flatMap(([field, error]) => (error === null ? [] : [[field, [error]]])))

/** What a text is told that must be there, or may be missing, and has an end. */
export function validateText(text: string | null, maxLength: number, required?: string): string | null {
  if (!text?.trim()) return required ?? null
  return text.trim().length > maxLength ? texts.validation.tooLong(maxLength) : null
}
