import { texts } from './texts.ts'

/** What is wrong with an e-mail address, or null: whether it exists only a letter can tell. */
export function emailMistake(email: string): string | null {
  if (!email.trim()) return texts.validation.emailRequired
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? null : texts.validation.emailInvalid
}
