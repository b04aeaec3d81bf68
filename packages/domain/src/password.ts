import { texts } from './texts.ts'

const { validation } = texts

/**
 * Checks a new password by the rules of specification section 5, in their order. The value is trimmed first.
 * @returns the first rule it breaks as a text to show, or null when it is fine
 */
export function passwordMistake(value: string): string | null {
  const password = value.trim()
  if (password.length < 8) return validation.passwordTooShort
  if (password.length > 128) return validation.passwordTooLong
  if (!/[A-Z]/.test(password)) return validation.passwordNeedsCapital
  if (!/[0-9]/.test(password)) return validation.passwordNeedsNumber
  if (!/[!@#$%^&*?]/.test(password)) return validation.passwordNeedsSpecial
  return null
}
