import { hkdfSync } from 'node:crypto'

/** The purpose of a key. Each has its own key, so that a signature for one is not valid for another. */
type KeyPurpose =
  | 'fingerprint'
  | 'tokens'
  | 'refresh tokens'
  | 'photo addresses'
  | 'calendar feeds'
  | 'unsubscribe'
  | 'second-factor'
  | `web push ${number}`

/** Derives a key of 256 bits from the secret key. */
export const deriveKey = (secretKey: string, purpose: KeyPurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32))
