import { createHash, randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { constants } from '@chisholm/domain/constants'
import type { UserId } from '../../database/ids.ts'
import { type SecretKeys, encryptSecret, decryptSecret } from './encrypt-secret.ts'

/** As long as the hash of the code (RFC 4226, section 4). */
const secretLength = 20
const periodSeconds = 30
const issuer = 'Chisholm'

/**
 * Creates a secret for an authenticator app: encrypted for the database, as text to type, and as otpauth URL for a QR
 * code.
 */
export function createTotpSecret(secretKey: string, user: { id: UserId; email: string }) {
  const bytes = randomBytes(secretLength)
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const address = new TOTP({ issuer, label: user.email, secret }).toString()
  return { sealed: encryptSecret(secretKey, user.id, bytes), secret: secret.base32, address }
}

/** Verifies a code, one step of 30 seconds early or late. @returns its step, or null when it is wrong */
export function verifyTotpCode(keys: SecretKeys, userId: UserId, sealed: Buffer, code: string): number | null {
  const bytes = decryptSecret(keys, userId, sealed)?.secret
  if (!bytes) return null
  const timestamp = Date.now()
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const delta = new TOTP({ secret, period: periodSeconds }).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta
}

/** Normalises a typed code: spaces and dashes are ignored. */
export const normalizeCode = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()
export const looksLikeTotp = (code: string) => /^\d{6}$/.test(code)

/** 32 unambiguous characters: five bits each. */
const recoveryAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Creates recovery codes, in groups that are easy to copy. */
export function createRecoveryCodes(): string[] {
  const { count, groups, groupLength } = constants.secondFactor.recoveryCodes
  const group = () =>
    Array.from({ length: groupLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('')
  return Array.from({ length: count }, () => Array.from({ length: groups }, group).join('-'))
}

export const hashRecoveryCode = (code: string) => createHash('sha256').update(normalizeCode(code)).digest()
