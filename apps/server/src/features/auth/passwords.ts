import { hash, verify } from '@node-rs/argon2'
import { isOwnName, type UserNames, validatePassword } from '@chisholm/domain/password'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { lazy } from '../../lazy.ts'

/** argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, argon2Options)

const dummyHash = lazy(() => hashPassword('nobody has this password'))

/**
 * Verifies a password. Without a hash it fails after about the same time, so that the time does not reveal whether an
 * account exists.
 */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await dummyHash()), password)
  return matches && passwordHash !== null
}

/** Punctuation at the beginning or end makes a password no harder to guess. */
const trimPunctuation = (password: string) => password.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
const minCommonLength = 5

/**
 * Loads the common passwords at the first change of a password. Only those with a digit are needed: every new password
 * must have one, so the rest of the 49,000 could never match.
 */
const loadCommonPasswords = lazy(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const candidates = dictionary['passwords-common'].map(trimPunctuation)
  return new Set(candidates.filter((candidate) => candidate.length >= minCommonLength && /[0-9]/.test(candidate)))
})

/**
 * Validates a new password: first by the rules of specification section 5, then that it is neither common nor the
 * user's own name.
 * @returns the text of the first error, or null
 */
export async function validateNewPassword(value: string, names: UserNames): Promise<string | null> {
  const error = validatePassword(value)
  if (error) return error
  const password = value.trim().toLowerCase()
  if ((await loadCommonPasswords()).has(trimPunctuation(password))) return serverTexts.validation.passwordTooCommon
  return isOwnName(password, names) ? texts.validation.passwordOwnWords : null
}
