import { randomBytes } from 'node:crypto'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { v7 as uuidv7 } from 'uuid'
import { constants } from '@chisholm/domain/constants'
import type { SignIn } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { UserId } from '../../database/ids.ts'
import { inTransaction, type InTransaction } from '../../database/transaction.ts'
import type { Executor, Parts } from '../../http/context.ts'
import { invalid, tooMany, unauthenticated, wrongSecret } from '../../http/failures.ts'
import { audit } from '../audit/index.ts'
import { fingerprintOf, hashOf, openSignIn, type Visit } from '../auth/index.ts'
import { hashOfCode, looksLikeTotp, stepOfCode, typedCode } from './codes.ts'
import { type Address, isSignedBy, optionsToSign } from './passkeys.ts'
import { sealAnew } from './sealed.ts'
import { replaceSealed } from './sealed-secrets.queries.ts'
import * as factors from './second-factor.queries.ts'
import * as queries from './second-step.queries.ts'

const { stepLife, triesPerStep, triesPerAccount } = constants.secondFactor

/** What proves a second factor: a code of the app or a recovery code, or what a passkey signed. */
export type Proof = { code: string } | { passkey: AuthenticationResponseJSON }

/** Opens the second step of a sign-in whose password was right. @returns its session; null without a second factor */
export async function askSecondFactor(
  parts: InTransaction<Parts>,
  user: { id: UserId; password_hash: string | null },
): Promise<string | null> {
  if (!(await factors.factorsOf(parts.db, user.id)).any) return null
  const session = randomBytes(32).toString('base64url')
  const step = {
    id: uuidv7(),
    user_id: user.id,
    session_hash: hashOf(session),
    password_fingerprint: fingerprintOf(user.password_hash),
    expires_at: new Date(Date.now() + stepLife),
  }
  await queries.openStep(parts.db, step, new Date(Date.now() - triesPerAccount.window))
  return session
}

/** The step of a session, unless it is over or its password is another one by now. */
async function openStepOf(db: Executor, session: string) {
  const step = await queries.openStepOf(db, hashOf(session), triesPerStep)
  return step?.password_fingerprint === fingerprintOf(step?.password_hash ?? null) ? step : undefined
}

/** What a session can be answered with. @throws unauthenticated  it is over */
export async function readSecondStep(parts: Parts, session: string, address: Address) {
  const step = await openStepOf(parts.db, session)
  if (!step) throw unauthenticated(texts.failure.secondFactor)
  const [{ authenticator }, options] = await Promise.all([
    factors.factorsOf(parts.db, step.user_id),
    optionsToSign(parts.db, step.user_id, address),
  ])
  if (options) await queries.keepChallenge(parts.db, step.id, options.challenge)
  return { authenticator, passkey: options }
}

/**
 * Completes a sign-in by its second factor.
 * @throws unauthenticated  the session is over, or this was its last try; invalid  wrong; too-many  for the account
 */
export async function completeSignIn(
  parts: Parts,
  visit: Visit,
  session: string,
  proof: Proof,
  address: Address,
): Promise<SignIn> {
  if ('code' in proof && !proof.code) throw invalid({ code: [texts.validation.codeRequired] })
  const step = await takeTry(parts, session)
  const signedIn = await inTransaction(parts, async (parts) => {
    const user = await factors.lockUser(parts.db, step.user_id)
    if (user?.status !== 'active' || fingerprintOf(user.password_hash) !== step.password_fingerprint) return null
    const by = await factorProven(parts, user.id, proof, address, step.passkey_challenge)
    if (!by || !(await queries.completeStep(parts.db, step.id))) return null
    return openSignIn(parts, visit, user, `signed in with ${by}`)
  })
  if (signedIn) return signedIn
  const actor = { ...visit, person: { id: step.user_id } }
  await audit(parts.db, actor, 'second factor refused', { type: 'user', id: step.user_id }, null, null)
  if (!(await openStepOf(parts.db, session))) throw unauthenticated(texts.failure.secondFactor, 'wrong-code')
  throw 'code' in proof
    ? wrongSecret('wrong-code', { code: [texts.validation.secondFactorCode] })
    : wrongSecret('wrong-code', { passkey: [texts.validation.passkeyRefused] })
}

/** Counts a try and gives the step as it was before; it stays counted whatever becomes of it. */
const takeTry = (parts: Parts, session: string) =>
  inTransaction(parts, async (parts) => {
    const { db: tx } = parts
    const userId = (await openStepOf(tx, session))?.user_id
    const user = userId && (await factors.lockUser(tx, userId))
    // read anew behind the lock, where no other try is being counted
    const step = user && (await openStepOf(tx, session))
    if (!step) throw unauthenticated(texts.failure.secondFactor)
    const { count, window } = triesPerAccount
    const made = await queries.triesOf(tx, step.user_id, new Date(Date.now() - window))
    if (made.count >= count) {
      const left = (made.first?.getTime() ?? Date.now()) + window - Date.now()
      throw tooMany(Math.max(1, Math.ceil(left / 1000)))
    }
    await queries.countTry(tx, step.id)
    return step
  })

/** @returns the name of the factor that is proven, for the audit trail; null for none */
async function factorProven(
  parts: InTransaction<Parts>,
  userId: UserId,
  proof: Proof,
  address: Address,
  challenge: string | null,
): Promise<string | null> {
  const { db: tx } = parts
  if ('passkey' in proof)
    return challenge && (await isSignedBy(tx, userId, address, challenge, proof.passkey)) ? 'a passkey' : null
  const code = typedCode(proof.code)
  if (!looksLikeTotp(code))
    return (await factors.takeRecoveryCode(tx, userId, hashOfCode(code))) ? 'a recovery code' : null
  const totp = await factors.totpOf(tx, userId)
  const step = totp?.confirmed_at ? stepOfCode(parts, userId, totp.sealed_secret, code) : null
  if (!totp || step === null || !(await factors.takeStep(tx, userId, step))) return null
  const sealed = sealAnew(parts, userId, totp.sealed_secret)
  if (sealed) await replaceSealed(tx, userId, totp.sealed_secret, sealed)
  return 'an authenticator app'
}
