import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiError } from '../../api/client.ts'
import { secondFactorTexts } from './second-factor-texts.ts'

// The library is loaded on demand.
const loadLibrary = () => import('@simplewebauthn/browser')

/** WebAuthn needs a secure context and a domain name, not an IP address. */
export const arePasskeysSupported = () =>
  'PublicKeyCredential' in globalThis && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname)

/** @throws Error  the user or the device refused */
export const createPasskey = async (optionsJSON: PublicKeyCredentialCreationOptionsJSON) =>
  (await loadLibrary()).startRegistration({ optionsJSON })

/** @throws Error  the user or the device refused */
export const signWithPasskey = async (optionsJSON: PublicKeyCredentialRequestOptionsJSON) =>
  (await loadLibrary()).startAuthentication({ optionsJSON })

export function passkeyErrorMessage(failure: unknown): string {
  if (failure instanceof ApiError) return failure.message
  const known = failure instanceof Error && failure.name === 'InvalidStateError'
  return known ? secondFactorTexts.alreadyPasskey : secondFactorTexts.noPasskeyGiven
}
