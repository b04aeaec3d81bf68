import { createECDH } from 'node:crypto'
import { deriveKey } from '../../derive-key.ts'
import type { Services } from '../../services.ts'

/** Keys with which the server signs pushes (VAPID, RFC 8292), as base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/**
 * Derives the keys from the secret key, so that they are stored and rotated with it. About one hash in 2^32 is not a
 * private key; then the next one is used.
 */
function deriveKeys(secretKey: string): VapidKeys {
  for (let attempt = 0; ; attempt++) {
    const privateKey = deriveKey(secretKey, `web push ${attempt}`)
    const curve = createECDH('prime256v1')
    try {
      curve.setPrivateKey(privateKey)
    } catch {
      continue
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
  }
}

const derived = new Map<string, VapidKeys>()
function keysOf(secretKey: string): VapidKeys {
  const keys = derived.get(secretKey) ?? deriveKeys(secretKey)
  derived.set(secretKey, keys)
  return keys
}

type SecretKeys = Pick<Services, 'secretKey' | 'previousSecretKeys'>

/** The public key with which browsers subscribe. */
export const publicPushKey = ({ secretKey }: SecretKeys): string => keysOf(secretKey).publicKey

/** The keys with this public key, derived from the current or a previous secret key; undefined if none matches. */
export const keysWith = ({ secretKey, previousSecretKeys }: SecretKeys, publicKey: string): VapidKeys | undefined =>
  [secretKey, ...previousSecretKeys].map(keysOf).find((keys) => keys.publicKey === publicKey)
