import { texts } from './texts.ts'

/** Maximum length (RFC 5321 section 4.5.3.1.3). */
const maxLength = 254
/** A single bare address. Only an e-mail can tell whether it exists. */
const emailPattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/

export const isEmail = (text: string): boolean => text.length <= maxLength && emailPattern.test(text)

/** @returns the validation error of an e-mail address, or null */
export function validateEmail(email: string): string | null {
  if (!email.trim()) return texts.validation.emailRequired
  return isEmail(email.trim()) ? null : texts.validation.emailInvalid
}
