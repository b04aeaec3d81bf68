import { texts } from './texts.ts'

/** Maximum length (RFC 5321 section 4.5.3.1.3). */
const maxLength = 254
/** A single address without a name. Whether it exists shows only when an e-mail is sent. */
const emailPattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/

/** Whether a text is one address, as forms and the API accept it (specification 5). */
export const isEmail = (text: string): boolean => text.length <= maxLength && emailPattern.test(text)

/** @returns the error of an e-mail address as a text to show, or null */
export function validateEmail(email: string): string | null {
  if (!email.trim()) return texts.validation.emailRequired
  return isEmail(email.trim()) ? null : texts.validation.emailInvalid
}
