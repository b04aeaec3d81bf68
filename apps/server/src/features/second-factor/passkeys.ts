import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { constants } from '@chisholm/domain/constants'
import type { Passkey } from '@chisholm/domain/schemas/sign-ins'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { newId, type UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { conflict, invalid, notFound, unauthenticated } from '../../http/app-error.ts'
import { requireRecentSignIn, userById } from '../auth/index.ts'
import * as queries from './passkeys.queries.ts'
import { addFactor, removeFactor } from './second-factor.ts'

/** The origin of the web app. Passkeys are bound to it. */
export interface WebOrigin {
  origin: string
  hostname: string
}

// The library is loaded when it is first used: it takes longer to load than the rest of the server, and is rarely
// needed.
const loadLibrary = () => import('@simplewebauthn/server')

/** COSE ids of EdDSA, ES256 and RS256, the algorithms that authenticators support. */
const algorithms = [-8, -7, -257]

/** There are six transports. If a browser sends more, the rest is ignored. */
const maxTransports = 6

type Row = Awaited<ReturnType<typeof queries.passkeysOfUser>>[number]
const toCredential = ({ credential_id, transports }: Pick<Row, 'credential_id' | 'transports'>) => ({
  id: credential_id,
  // cast: they are stored as the browser sent them
  transports: transports as AuthenticatorTransport[],
})

/**
 * Creates the options for registering a passkey.
 * @throws recent-sign-in-required  the user has to confirm the password first
 * @throws conflict                 the user has as many passkeys as allowed
 */
export async function beginPasskey(ctx: WriteContext, { hostname }: WebOrigin) {
  await requireRecentSignIn(ctx)
  const [user, known] = await Promise.all([
    userById(ctx.db, ctx.person.id),
    queries.passkeysOfUser(ctx.db, ctx.person.id),
  ])
  if (!user) throw unauthenticated()
  requireRoom(known)
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpName: 'Chisholm',
    rpID: hostname,
    userID: new Uint8Array(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
    userName: user.email,
    excludeCredentials: known.map(toCredential),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await queries.saveRegistrationChallenge(ctx.db, ctx.person.signInId, options.challenge)
  return options
}

function requireRoom(known: Row[]): void {
  if (known.length >= constants.secondFactor.passkeys.max) throw conflict(serverTexts.refusal.tooManyPasskeys)
}

type VerifiedPasskey = NonNullable<
  Awaited<ReturnType<typeof import('@simplewebauthn/server').verifyRegistrationResponse>>['registrationInfo']
>['credential']

const passkeyRejected = () => invalid({ credential: [texts.validation.passkeyRefused] })

/** The challenge that a browser says it has signed: of an older registration, if another was begun in another tab. */
async function challengeOf({ response }: RegistrationResponseJSON): Promise<string> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  try {
    return decodeClientDataJSON(response.clientDataJSON).challenge
  } catch {
    throw passkeyRejected()
  }
}

/**
 * Verifies a new passkey. Its challenge is used up even if that fails.
 * @throws recent-sign-in-required  the user has to confirm the password first
 * @throws invalid                  the passkey does not match the challenge
 */
export async function verifyPasskey(
  ctx: Context,
  { origin, hostname }: WebOrigin,
  response: RegistrationResponseJSON,
): Promise<VerifiedPasskey> {
  await requireRecentSignIn(ctx)
  const expectedChallenge = await challengeOf(response)
  if (!(await queries.consumeRegistrationChallenge(ctx.db, ctx.person.signInId, expectedChallenge)))
    throw passkeyRejected()
  const { verifyRegistrationResponse } = await loadLibrary()
  const expected = { expectedChallenge, expectedOrigin: origin, expectedRPID: hostname }
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response,
    ...expected,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => {
    throw passkeyRejected()
  })
  if (!registrationInfo) throw passkeyRejected()
  return registrationInfo.credential
}

/**
 * Adds a passkey that was verified.
 * @returns recovery codes if it is the user's first second factor, else null
 * @throws recent-sign-in-required  the user has to confirm the password first
 * @throws invalid                  the passkey is already registered
 * @throws conflict                 the user has as many passkeys as allowed
 */
export async function addPasskey(
  ctx: WriteContext,
  credential: VerifiedPasskey,
  name: string,
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  await requireRecentSignIn(ctx)
  const passkey = { id: newId(), name, created_at: new Date().toISOString(), last_used_at: null }
  const recoveryCodes = await addFactor(ctx, serverTexts.secondFactorChange.passkeyAdded(name), async () => {
    const row = {
      id: passkey.id,
      user_id: ctx.person.id,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []).slice(0, maxTransports),
      name,
    }
    // `addFactor` has locked the user
    requireRoom(await queries.passkeysOfUser(ctx.db, ctx.person.id))
    if (!(await queries.insertPasskey(ctx.db, row))) throw passkeyRejected()
  })
  return { passkey, recoveryCodes }
}

/**
 * @throws recent-sign-in-required  the user has to confirm the password first
 * @throws notFound                 the user has no such passkey
 */
export async function removePasskey(ctx: WriteContext, id: string): Promise<void> {
  await requireRecentSignIn(ctx)
  await removeFactor(ctx, async () => {
    const removed = await queries.deletePasskey(ctx.db, ctx.person.id, id)
    if (!removed) throw notFound()
    return serverTexts.secondFactorChange.passkeyRemoved(removed.name)
  })
}

/** Creates the options for signing with a passkey of the user. Null if the user has none. */
export async function createSigningOptions(db: Executor, userId: UserId, { hostname }: WebOrigin) {
  const known = await queries.passkeysOfUser(db, userId)
  if (known.length === 0) return null
  const { generateAuthenticationOptions } = await loadLibrary()
  return generateAuthenticationOptions({
    rpID: hostname,
    allowCredentials: known.map(toCredential),
    userVerification: 'preferred',
  })
}

/** Verifies that a passkey of the user signed the challenge, and records its use. */
export async function verifyPasskeySignature(
  tx: Executor,
  userId: UserId,
  response: AuthenticationResponseJSON,
  { webOrigin: { origin, hostname }, challenge }: { webOrigin: WebOrigin; challenge: string },
): Promise<boolean> {
  const known = await queries.passkeyByCredential(tx, userId, response.id)
  if (!known) return false
  const { verifyAuthenticationResponse } = await loadLibrary()
  const credential = { ...toCredential(known), publicKey: new Uint8Array(known.public_key), counter: known.counter }
  const expected = { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: hostname }
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      credential,
      ...expected,
      requireUserVerification: false,
    })
    if (verified) await queries.markPasskeyUsed(tx, known.id, authenticationInfo.newCounter)
    return verified
  } catch {
    // The library throws for every kind of error.
    return false
  }
}
