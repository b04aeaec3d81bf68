import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { constants } from '@chisholm/domain/constants'
import type { UserId } from '../../database/ids.ts'
import { randomCode } from '../../random-code.ts'
import { type SecretKeys, encryptSecret, decryptSecret } from './encrypt-secret.ts'

/** The secret is as long as the hash of the code (RFC 4226, section 4). */
const secretLength = 20
const periodSeconds = 30
const issuer = 'Chisholm'

/**
 * Creates a secret for an authenticator app in three forms: encrypted for the database, as text to type, and as otpauth
 * URL for a QR code.
 */
export function createTotpSecret(secretKey: string, user: { id: UserId; email: string }) {
  const bytes = randomBytes(secretLength)
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const address = new TOTP({ issuer, label: user.email, secret }).toString()
  return { sealed: encryptSecret(secretKey, user.id, bytes), secret: secret.base32, address }
}

/**
 * Verifies a code, which may be one step of 30 seconds early or late.
 * @returns its step, or null if it is wrong
 */
export function verifyTotpCode(keys: SecretKeys, userId: UserId, sealed: Buffer, code: string): number | null {
  const bytes = decryptSecret(keys, userId, sealed)?.secret
  if (!bytes) return null
  const timestamp = Date.now()
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const delta = new TOTP({ secret, period: periodSeconds }).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta
}

/** Spaces and dashes in a typed code do not count. */
export const normalizeCode = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()
export const looksLikeTotp = (code: string) => /^\d{6}$/.test(code)

/** Creates recovery codes. Their characters are in groups, so that they are easy to copy by hand. */
export function createRecoveryCodes(): string[] {
  const { count, groups, groupLength } = constants.secondFactor.recoveryCodes
  const group = () => randomCode(groupLength)
  return Array.from({ length: count }, () => Array.from({ length: groups }, group).join('-'))
}

export const hashRecoveryCode = (code: string) => createHash('sha256').update(normalizeCode(code)).digest()
