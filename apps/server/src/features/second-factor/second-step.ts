import { randomBytes } from 'node:crypto'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { constants } from '@chisholm/domain/constants'
import type { SignIn } from '@chisholm/domain/schemas/sign-ins'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { newId, type UserId } from '../../database/ids.ts'
import { inTransaction, type InTransaction } from '../../database/transaction.ts'
import type { Executor } from '../../database/executor.ts'
import type { Services } from '../../services.ts'
import { invalid, tooMany, unauthenticated, invalidCredential } from '../../http/app-error.ts'
import { recordAuditWithoutChange } from '../audit-recorder/index.ts'
import { passwordFingerprint, sha256, createSignIn, lockUser, type RequestOrigin } from '../auth/index.ts'
import { hashRecoveryCode, looksLikeTotp, verifyTotpCode, normalizeCode } from './totp-and-recovery-codes.ts'
import { type WebOrigin, verifyPasskeySignature, createSigningOptions } from './passkeys.ts'
import { reencryptSecret } from './encrypt-secret.ts'
import { replaceEncrypted } from './encrypted-secrets.queries.ts'
import * as factors from './second-factor.queries.ts'
import * as queries from './second-step.queries.ts'

const { stepLife, triesPerStep, triesPerAccount } = constants.secondFactor

/** Proof of a second factor: a code of the app, a recovery code, or the signature of a passkey. */
export type SecondFactorProof = { code: string } | { passkey: AuthenticationResponseJSON }

/**
 * Starts the second step after a correct password.
 * @returns its session, or null if the user has no second factor
 */
export async function beginSecondStep(
  services: InTransaction<Services>,
  user: { id: UserId; password_hash: string | null },
): Promise<string | null> {
  if (!(await factors.readFactors(services.db, user.id)).any) return null
  const session = randomBytes(32).toString('base64url')
  const step = {
    id: newId(),
    user_id: user.id,
    session_hash: sha256(session),
    password_fingerprint: passwordFingerprint(user.password_hash),
  }
  await queries.insertStep(services.db, step, { life: stepLife, window: triesPerAccount.window })
  return session
}

/** The second step of a session, unless it has ended or the password has changed. */
async function findOpenStep(db: Executor, session: string) {
  const step = await queries.openStepBySession(db, sha256(session), triesPerStep)
  return step?.password_fingerprint === passwordFingerprint(step?.password_hash ?? null) ? step : undefined
}

/**
 * The ways in which a second step can be answered.
 * @throws unauthenticated  the session has ended
 */
export async function readSecondStep(services: Services, session: string, webOrigin: WebOrigin) {
  const step = await findOpenStep(services.db, session)
  if (!step) throw unauthenticated(texts.failure.secondFactor)
  const [{ authenticator }, options] = await Promise.all([
    factors.readFactors(services.db, step.user_id),
    createSigningOptions(services.db, step.user_id, webOrigin),
  ])
  if (options) await queries.saveChallenge(services.db, step.id, options.challenge)
  return { authenticator, passkey: options }
}

/**
 * Completes a sign-in by its second factor.
 * @throws unauthenticated  the session has ended, or this was its last attempt
 * @throws invalid          the code or the passkey is wrong
 * @throws tooMany          too many attempts for this account have failed
 */
export async function completeSignIn(
  services: Services,
  origin: RequestOrigin,
  { session, proof, webOrigin }: { session: string; proof: SecondFactorProof; webOrigin: WebOrigin },
): Promise<SignIn> {
  if ('code' in proof && !proof.code) throw invalid({ code: [texts.validation.codeRequired] })
  const step = await countTry(services, session)
  const signedIn = await inTransaction(services, async (services) => {
    const user = await lockUser(services.db, step.user_id)
    if (user?.status !== 'active' || passwordFingerprint(user.password_hash) !== step.password_fingerprint) return null
    const expected = { webOrigin, challenge: step.passkey_challenge }
    const factor = await verifyFactor(services, user.id, proof, expected)
    if (!factor || !(await queries.completeStep(services.db, step.id))) return null
    return createSignIn(services, origin, user, `signed in with ${factor}`)
  })
  if (signedIn) return signedIn
  const actor = { ...origin, person: { id: step.user_id } }
  await recordAuditWithoutChange(services.db, actor, {
    action: 'second factor refused',
    subject: { type: 'user', id: step.user_id },
  })
  if (!(await findOpenStep(services.db, session))) throw unauthenticated(texts.failure.secondFactor, 'wrong-code')
  throw 'code' in proof
    ? invalidCredential('wrong-code', { code: [serverTexts.validation.secondFactorCode] })
    : invalidCredential('wrong-code', { passkey: [texts.validation.passkeyRefused] })
}

/** Counts an attempt in a separate transaction, so that it stays counted, and returns the step before the change. */
const countTry = (services: Services, session: string) =>
  inTransaction(services, async (services) => {
    const { db: tx } = services
    const userId = (await findOpenStep(tx, session))?.user_id
    const user = userId && (await lockUser(tx, userId))
    // The step is read again under the lock, which excludes concurrent attempts.
    const step = user && (await findOpenStep(tx, session))
    if (!step) throw unauthenticated(texts.failure.secondFactor)
    const { count, window } = triesPerAccount
    const tries = await queries.countTries(tx, step.user_id, window)
    if (tries.count >= count) throw tooMany(tries.secondsLeft)
    await queries.incrementTries(tx, step.id)
    return step
  })

/**
 * Verifies a second factor, and records its use.
 * @param expected  what a passkey must have signed
 * @returns the name of the factor for the audit log, or null if the proof is wrong
 */
async function verifyFactor(
  services: InTransaction<Services>,
  userId: UserId,
  proof: SecondFactorProof,
  { webOrigin, challenge }: { webOrigin: WebOrigin; challenge: string | null },
): Promise<'a passkey' | 'a recovery code' | 'an authenticator app' | null> {
  const { db: tx } = services
  if ('passkey' in proof)
    return challenge && (await verifyPasskeySignature(tx, userId, proof.passkey, { webOrigin, challenge }))
      ? 'a passkey'
      : null
  const code = normalizeCode(proof.code)
  if (!looksLikeTotp(code))
    return (await factors.consumeRecoveryCode(tx, userId, hashRecoveryCode(code))) ? 'a recovery code' : null
  const totp = await factors.readTotp(tx, userId)
  const step = totp?.confirmed_at ? verifyTotpCode(services, userId, totp.sealed_secret, code) : null
  if (!totp || step === null || !(await factors.consumeTotpStep(tx, userId, step))) return null
  const encrypted = reencryptSecret(services, userId, totp.sealed_secret)
  if (encrypted) await replaceEncrypted(tx, userId, totp.sealed_secret, encrypted)
  return 'an authenticator app'
}
