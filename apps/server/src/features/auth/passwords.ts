import { hash, verify } from '@node-rs/argon2'
import { isOwnWord, type OwnWords, passwordMistake } from '@chisholm/domain/password'
import { texts } from '@chisholm/domain/texts'

/** argon2id with the parameters OWASP names: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** @returns the hash of a password, in the PHC format */
export const hashPassword = (password: string) => hash(password, cost)

let nobodys: Promise<string> | undefined

/** Checks a password. Without a hash it takes about as long and fails, so that time tells nothing of an account. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  nobodys ??= hashPassword('nobody has this password')
  const matches = await verify(passwordHash ?? (await nobodys), password)
  return matches && passwordHash !== null
}

let common: Promise<Set<string>> | undefined

/** Signs put before and behind a word make it no harder to guess. */
const withoutOuterSigns = (password: string) => password.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
const shortestCommon = 5

/**
 * Those of the 49,000 commonest passwords that a new one could be made of, in small letters: they have the number it
 * needs. Read at the first change of a password.
 */
async function commonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words = dictionary['passwords-common'].map(withoutOuterSigns)
  return new Set(words.filter((word) => word.length >= shortestCommon && /[0-9]/.test(word)))
}

/**
 * Checks a new password: the rules of specification section 5, then that it is neither common nor the person's own name.
 * @returns the first text to show, or null when it is fine
 */
export async function newPasswordMistake(value: string, own: OwnWords): Promise<string | null> {
  const mistake = passwordMistake(value)
  if (mistake) return mistake
  const password = value.trim().toLowerCase()
  common ??= commonPasswords()
  if ((await common).has(withoutOuterSigns(password))) return texts.validation.passwordTooCommon
  return isOwnWord(password, own) ? texts.validation.passwordOwnWords : null
}
