import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { UserId } from '../../database/ids.ts'
import type { Parts } from '../../http/context.ts'

const cipher = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

const keyFrom = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'second-factor', 32))

/** The key that seals, and those of before, which only open. */
export type Keys = Pick<Parts, 'secretKey' | 'oldSecretKeys'>

/** Seals the secret of an app for one person: opened only by the same key and for the same person. */
export function seal(secretKey: string, userId: UserId, secret: Buffer): Buffer {
  const nonce = randomBytes(nonceLength)
  const sealing = createCipheriv(cipher, keyFrom(secretKey), nonce, { authTagLength: tagLength })
  sealing.setAAD(Buffer.from(userId))
  return Buffer.concat([nonce, sealing.update(secret), sealing.final(), sealing.getAuthTag()])
}

/** @returns the secret and the key that opened it, or null when none of our keys does, or it is another person's */
export function unseal(
  { secretKey, oldSecretKeys }: Keys,
  userId: UserId,
  sealed: Buffer,
): { secret: Buffer; by: string } | null {
  for (const by of [secretKey, ...oldSecretKeys]) {
    const secret = unsealBy(by, userId, sealed)
    if (secret) return { secret, by }
  }
  return null
}

/** @returns the same secret sealed by the key of today; null when it is already, or cannot be opened */
export function sealAnew(keys: Keys, userId: UserId, sealed: Buffer): Buffer | null {
  const opened = unseal(keys, userId, sealed)
  return opened && opened.by !== keys.secretKey ? seal(keys.secretKey, userId, opened.secret) : null
}

function unsealBy(secretKey: string, userId: UserId, sealed: Buffer): Buffer | null {
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
