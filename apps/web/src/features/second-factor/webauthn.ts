import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiFailure } from '../../api/client.ts'

// only who uses a passkey loads it
const library = () => import('@simplewebauthn/browser')

/** Whether passkeys can be used here: the browser has them on safe pages, and never under a bare IP address. */
export const passkeysWork = () =>
  'PublicKeyCredential' in globalThis && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname)

/** Has the browser make a passkey. @throws Error  the person or the device refused */
export const makePasskey = async (optionsJSON: PublicKeyCredentialCreationOptionsJSON) =>
  (await library()).startRegistration({ optionsJSON })

/** Has a passkey sign. @throws Error  the person or the device refused */
export const signWithPasskey = async (optionsJSON: PublicKeyCredentialRequestOptionsJSON) =>
  (await library()).startAuthentication({ optionsJSON })

/** What to tell of a passkey that did not come about. */
export function passkeyWords(failure: unknown): string {
  if (failure instanceof ApiFailure) return failure.message
  const known = failure instanceof Error && failure.name === 'InvalidStateError'
  return known ? 'This device is one of your passkeys already.' : 'No passkey was given. Please try again.'
}
