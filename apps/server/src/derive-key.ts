import { hkdfSync } from 'node:crypto'

/** What a key is for. Each purpose has its own key, so that what is signed for one is not valid for another. */
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
