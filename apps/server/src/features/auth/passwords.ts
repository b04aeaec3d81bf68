import { hash, verify } from '@node-rs/argon2'
import { passwordMistake } from '@chisholm/domain/password'
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

/** The 49,000 commonest passwords that a new one could be, in small letters; read at the first change of a password. */
async function commonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((password) => passwordMistake(password.toUpperCase()) === null))
}

/** What a person is called: words that make no password, whatever figures stand around them. */
export interface OwnWords {
  email: string
  first_name?: string | null
  last_name?: string | null
}

const shortestOwnWord = 4

/**
 * Checks a new password: the rules of specification section 5, then that it is neither common nor the person's own name.
 * @returns the first text to show, or null when it is fine
 */
export async function newPasswordMistake(value: string, own: OwnWords): Promise<string | null> {
  const mistake = passwordMistake(value)
  if (mistake) return mistake
  const password = value.trim().toLowerCase()
  common ??= commonPasswords()
  if ((await common).has(password)) return texts.validation.passwordTooCommon
  const core = password.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const words = [own.email, own.email.split('@')[0], own.first_name, own.last_name]
  const isOwn = words.some(
    (word) => word && word.length >= shortestOwnWord && [core, password].includes(word.toLowerCase()),
  )
  return isOwn ? texts.validation.passwordOwnWords : null
}
