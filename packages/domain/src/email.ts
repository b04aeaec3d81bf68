import { texts } from './texts.ts'

/** Nobody can be written to at a longer one (RFC 5321 section 4.5.3.1.3). */
const maxLength = 254
/** One address and nothing around it: no name before it, no second address. Whether it exists only a letter can tell. */
const emailPattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/

export const isEmail = (text: string): boolean => text.length <= maxLength && emailPattern.test(text)

/** What is wrong with an e-mail address, or null. */
export function validateEmail(email: string): string | null {
  if (!email.trim()) return texts.validation.emailRequired
  return isEmail(email.trim()) ? null : texts.validation.emailInvalid
}
