import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiFailure } from '../../api/client.ts'
import { secondFactorTexts } from './second-factor-texts.ts'

// loaded on demand
const library = () => import('@simplewebauthn/browser')

/** WebAuthn needs a secure context and a domain name, not an IP address. */
export const passkeysWork = () =>
  'PublicKeyCredential' in globalThis && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname)

/** @throws Error  the user or the device refused */
export const makePasskey = async (optionsJSON: PublicKeyCredentialCreationOptionsJSON) =>
  (await library()).startRegistration({ optionsJSON })

/** @throws Error  the user or the device refused */
export const signWithPasskey = async (optionsJSON: PublicKeyCredentialRequestOptionsJSON) =>
  (await library()).startAuthentication({ optionsJSON })

/** Error text for a failed passkey. */
export function passkeyWords(failure: unknown): string {
  if (failure instanceof ApiFailure) return failure.message
  const known = failure instanceof Error && failure.name === 'InvalidStateError'
  return known ? secondFactorTexts.alreadyPasskey : secondFactorTexts.noPasskeyGiven
}
