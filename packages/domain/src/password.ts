import { texts } from './texts.ts'

const { validation } = texts

/** Password rules of specification section 5, in this order. They apply to the trimmed value. */
export const passwordRules = [
  { name: 'long', holds: (password: string) => password.length >= 8, errorText: validation.passwordTooShort },
  { name: 'notTooLong', holds: (password: string) => password.length <= 128, errorText: validation.passwordTooLong },
  {
    name: 'capital',
    holds: (password: string) => /\p{Lu}/u.test(password),
    errorText: validation.passwordNeedsCapital,
  },
  { name: 'number', holds: (password: string) => /[0-9]/.test(password), errorText: validation.passwordNeedsNumber },
  {
    name: 'special',
    holds: (password: string) => /[!@#$%^&*?]/.test(password),
    errorText: validation.passwordNeedsSpecial,
  },
] as const

/**
 * Checks a new password by the rules of specification section 5. The value is trimmed first.
 * @returns the first rule that it breaks as a text to show, or null if it is valid
 */
export function validatePassword(value: string): string | null {
  const password = value.trim()
  return passwordRules.find(({ holds }) => !holds(password))?.errorText ?? null
}

/** The user's own names, which would make a weak password. */
export interface UserNames {
  email: string
  first_name?: string | null
  last_name?: string | null
}

const minNameLength = 4

/** Whether a password is just the user's name or e-mail address with digits and signs around it. */
export function isOwnName(value: string, own: UserNames): boolean {
  const password = value.trim().toLowerCase()
  const core = password.replace(/^[^a-z]+|[^a-z]+$/g, '')
  return [own.email, own.email.split('@')[0], own.first_name, own.last_name].some(
    (word) => word && word.length >= minNameLength && [core, password].includes(word.toLowerCase()),
  )
}
