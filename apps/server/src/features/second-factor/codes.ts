import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { constants } from '@chisholm/domain/constants'
import type { Parts } from '../../http/context.ts'

const cipher = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

const keyFrom = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'second-factor', 32))

/** Seals the secret of an app for one person: opened only by the same key and for the same person. */
function seal(secretKey: string, userId: string, secret: Buffer): Buffer {
  const nonce = randomBytes(nonceLength)
  const sealing = createCipheriv(cipher, keyFrom(secretKey), nonce, { authTagLength: tagLength })
  sealing.setAAD(Buffer.from(userId))
  return Buffer.concat([nonce, sealing.update(secret), sealing.final(), sealing.getAuthTag()])
}

type Keys = Pick<Parts, 'secretKey' | 'oldSecretKeys'>

/** @returns the secret, or null when it was sealed by none of our keys, or for another person */
function unseal({ secretKey, oldSecretKeys }: Keys, userId: string, sealed: Buffer): Buffer | null {
  for (const key of [secretKey, ...oldSecretKeys]) {
    const secret = unsealBy(key, userId, sealed)
    if (secret) return secret
  }
  return null
}

function unsealBy(secretKey: string, userId: string, sealed: Buffer): Buffer | null {
  const opening = createDecipheriv(cipher, keyFrom(secretKey), sealed.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
  opening.setAAD(Buffer.from(userId))
  opening.setAuthTag(sealed.subarray(-tagLength))
  try {
    return Buffer.concat([opening.update(sealed.subarray(nonceLength, -tagLength)), opening.final()])
  } catch {
    return null
  }
}

/** As many bytes as the hash of the code has (RFC 4226, section 4). */
const secretLength = 20
const period = 30
const issuer = 'Chisholm'

/** A new secret for an app, sealed to be kept, as text to type and as address to show as a QR code. */
export function newSecret(secretKey: string, user: { id: string; email: string }) {
  const bytes = randomBytes(secretLength)
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const address = new TOTP({ issuer, label: user.email, secret }).toString()
  return { sealed: seal(secretKey, user.id, bytes), secret: secret.base32, address }
}

/**
 * Checks a code against the clock of this server, one step of 30 seconds early or late.
 * @returns the step it belongs to, or null when it is none of these codes
 */
export function stepOfCode(keys: Keys, userId: string, sealed: Buffer, code: string): number | null {
  const bytes = unseal(keys, userId, sealed)
  if (!bytes) return null
  const timestamp = Date.now()
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const delta = new TOTP({ secret, period }).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta
}

/** A code as people type it: spaces and dashes do not count. */
export const typedCode = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()
export const looksLikeTotp = (code: string) => /^\d{6}$/.test(code)

/** 32 letters that are not taken for each other: five bits each. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Recovery codes, in groups that are easy to copy. */
export function newRecoveryCodes(): string[] {
  const { count, groups, groupLength } = constants.secondFactor.recoveryCodes
  const group = () => Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: count }, () => Array.from({ length: groups }, group).join('-'))
}

export const hashOfCode = (code: string) => createHash('sha256').update(typedCode(code)).digest()
