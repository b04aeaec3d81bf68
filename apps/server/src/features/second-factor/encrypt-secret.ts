import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from '../../derive-key.ts'
import type { UserId } from '../../database/ids.ts'
import type { Services } from '../../services.ts'

const cipher = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** The current key encrypts. Previous ones only decrypt. */
export type SecretKeys = Pick<Services, 'secretKey' | 'previousSecretKeys'>

/** Encrypts the secret of an authenticator app. The result is bound to the key and the user. */
export function encryptSecret(secretKey: string, userId: UserId, secret: Buffer): Buffer {
  const nonce = randomBytes(nonceLength)
  const encryption = createCipheriv(cipher, deriveKey(secretKey, 'second-factor'), nonce, { authTagLength: tagLength })
  encryption.setAAD(Buffer.from(userId))
  return Buffer.concat([nonce, encryption.update(secret), encryption.final(), encryption.getAuthTag()])
}

/**
 * Decrypts a secret.
 * @returns the secret and its key, or null if no key decrypts it or it belongs to another user
 */
export function decryptSecret(
  { secretKey, previousSecretKeys }: SecretKeys,
  userId: UserId,
  encrypted: Buffer,
): { secret: Buffer; by: string } | null {
  for (const by of [secretKey, ...previousSecretKeys]) {
    const secret = decryptWith(by, userId, encrypted)
    if (secret) return { secret, by }
  }
  return null
}

/**
 * Encrypts a secret with the current key.
 * @returns null if it already is, or if it cannot be decrypted
 */
export function reencryptSecret(keys: SecretKeys, userId: UserId, sealed: Buffer): Buffer | null {
  const decrypted = decryptSecret(keys, userId, sealed)
  return decrypted && decrypted.by !== keys.secretKey ? encryptSecret(keys.secretKey, userId, decrypted.secret) : null
}

function decryptWith(secretKey: string, userId: UserId, sealed: Buffer): Buffer | null {
  const decryption = createDecipheriv(cipher, deriveKey(secretKey, 'second-factor'), sealed.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
  decryption.setAAD(Buffer.from(userId))
  decryption.setAuthTag(sealed.subarray(-tagLength))
  try {
    return Buffer.concat([decryption.update(sealed.subarray(nonceLength, -tagLength)), decryption.final()])
  } catch {
    return null
  }
}
