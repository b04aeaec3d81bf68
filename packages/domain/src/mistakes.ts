import { texts } from './texts.ts'

/** What is wrong with what was typed, field by field, in the order of the fields. */
export type Mistakes = Record<string, string[]>

/** Puts together what each field is told, where it is told anything. */
export const mistakesOf = (fields: Record<string, string | null>): Mistakes =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, mistake]) => (mistake === null ? [] : [[field, [mistake]]])),
  )

/** What a text is told that must be there, or may be missing, and has an end. */
export function textMistake(text: string | null, most: number, required?: string): string | null {
  if (!text?.trim()) return required ?? null
  return text.trim().length > most ? texts.validation.tooLong(most) : null
}
