import { randomInt, timingSafeEqual } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { constants } from '@chisholm/domain/constants'
import { type Role, isVet } from '@chisholm/domain/permissions'
import type { SignIn } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { Context, Executor, Parts, SignedInPerson } from '../../http/context.ts'
import { Failure, type FieldTexts, invalid, unauthenticated } from '../../http/failures.ts'
import { giveTurnsBack, requireTurn, takeTurn } from '../../http/turns.ts'
import { senderOf } from '../../mail/mail-jobs.ts'
import * as templates from '../../mail/templates.ts'
import { audit } from '../audit/index.ts'
import * as queries from './auth.queries.ts'
import { hashPassword, isPassword, newPasswordMistake } from './passwords.ts'
import { requireRecentSignIn } from './recent-sign-in.ts'
import { hashOf, makeRefreshToken, makeToken, readToken } from './tokens.ts'

/** Where a request of somebody not signed in comes from. */
export interface Visit {
  requestId: string
  source: string
  userAgent: string | null
}

const { validation, failure } = texts

/** Tells who a bearer token stands for. @throws unauthenticated  it is not valid, or its sign-in or account ended */
export async function authenticate(parts: Parts, bearer: string): Promise<SignedInPerson> {
  const token = await readToken(parts, 'access', bearer)
  const person = token && (await queries.signedInPerson(parts.db, token.signInId, token.userId))
  if (!token || !person) throw unauthenticated()
  return {
    id: person.id,
    roles: person.roles,
    signInId: token.signInId,
    siteIds: isVet(person) ? null : person.site_ids,
    firstName: person.first_name,
    lastName: person.last_name,
  }
}

/** Gives the session a person with a second factor answers it with; null for a person without. */
export type AskSecondFactor = (parts: Parts, userId: string) => Promise<string | null>

/**
 * Signs in. A temporary password gives no token but the challenge NEW_PASSWORD_REQUIRED (specification 4.5).
 * @throws invalid  a field is empty; unauthenticated  wrong; too-many  ten failures in 15 minutes
 */
export async function signIn(
  parts: Parts,
  visit: Visit,
  username: string,
  password: string,
  askSecondFactor: AskSecondFactor,
): Promise<SignIn> {
  const errors: FieldTexts = {}
  if (!username) errors['username'] = [validation.emailRequired]
  if (!password) errors['password'] = [validation.passwordRequired]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const email = username.toLowerCase()
  await requireGuess(parts, visit, email)
  const user = await queries.userByEmail(parts.db, email)
  const right = await isPassword(password, user?.status === 'disabled' ? null : (user?.password_hash ?? null))
  const expired = user?.temporary_password_until ? user.temporary_password_until < new Date() : false
  if (!user || !right || expired) {
    if (user)
      await audit(parts.db, { ...visit, person: null }, 'sign-in failed', { type: 'user', id: user.id }, null, null)
    await countGuess(parts, visit, email)
    throw unauthenticated(failure.login)
  }
  // of many tries at once the right one does not pass once the others have used the turns up
  await requireGuess(parts, visit, email)
  await giveTurnsBack(parts.db, guessOf(visit, email))
  if (user.temporary_password_until) {
    const session = await makeToken(parts.secretKey, 'challenge', user.id, uuidv7())
    return { ...nothing, roles: user.roles, challenge: 'NEW_PASSWORD_REQUIRED', session }
  }
  const secondStep = await askSecondFactor(parts, user.id)
  if (secondStep) return { ...nothing, roles: [], challenge: 'SECOND_FACTOR', session: secondStep }
  return parts.db.transaction().execute((tx) => openSignIn(tx, parts, visit, user, 'signed in'))
}

const nothing = { success: true, state: 'okay', uuid: null, token: null, refresh: null, challenge: null, session: null }

const guessOf = (visit: Visit, email: string) => ['sign-in', email, visit.source]
const { limits } = constants

/** @throws too-many  ten sign-ins of this address failed from here, or a hundred of any address */
async function requireGuess({ db }: Parts, visit: Visit, email: string): Promise<void> {
  await requireTurn(db, guessOf(visit, email), limits.failedSignIns)
  await requireTurn(db, ['sign-in', visit.source], limits.failedSignInsOfSource)
}

async function countGuess({ db }: Parts, visit: Visit, email: string): Promise<void> {
  await takeTurn(db, ['sign-in', visit.source], limits.failedSignInsOfSource)
  await takeTurn(db, guessOf(visit, email), limits.failedSignIns)
}

/** Opens a sign-in for somebody who has proven to be this user. */
export async function openSignIn(
  tx: Executor,
  parts: Parts,
  visit: Visit,
  user: { id: string; roles: Role[] },
  action: string,
): Promise<SignIn> {
  const id = uuidv7()
  const refresh = makeRefreshToken()
  await queries.insertSignIn(tx, {
    id,
    user_id: user.id,
    refresh_hash: hashOf(refresh),
    expires_at: new Date(Date.now() + constants.refreshTokenLife),
    source: visit.source,
    user_agent: visit.userAgent,
  })
  await audit(tx, { ...visit, person: user }, action, { type: 'user', id: user.id }, null, null)
  const token = await makeToken(parts.secretKey, 'access', user.id, id)
  return { ...nothing, uuid: user.id, token, refresh, roles: user.roles }
}

/**
 * Answers the challenge of a first sign-in: names, then a password of one's own, and the person is signed in.
 * @throws invalid          a name or the password does not do, in this order
 * @throws unauthenticated  the session is not valid any more
 */
export async function answerChallenge(
  parts: Parts,
  visit: Visit,
  answer: { session: string; username: string; password: string; first_name: string; last_name: string },
): Promise<SignIn> {
  const errors: FieldTexts = {}
  if (!answer.first_name) errors['first_name'] = [validation.firstNameRequired]
  if (!answer.last_name) errors['last_name'] = [validation.lastNameRequired]
  const names = { first_name: answer.first_name, last_name: answer.last_name }
  const mistake = await newPasswordMistake(answer.password, { ...names, email: answer.username })
  if (mistake) errors['password'] = [mistake]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const token = await readToken(parts, 'challenge', answer.session)
  const user = token && (await queries.userById(parts.db, token.userId))
  const open =
    user?.temporary_password_until && user.temporary_password_until > new Date() && user.status !== 'disabled'
  if (!user || !open || (answer.username && user.email.toLowerCase() !== answer.username.toLowerCase()))
    throw unauthenticated(failure.passwordVerification)
  const passwordHash = await hashPassword(answer.password)
  return parts.db.transaction().execute(async (tx) => {
    await queries.setPassword(tx, user.id, passwordHash)
    await queries.activate(tx, user.id, names)
    return openSignIn(tx, parts, visit, user, 'first signed in')
  })
}

/**
 * Changes a refresh token for a new pair. The one before may come again within 30 s (two tabs at once);
 * later that is theft, and the sign-in ends.
 */
export async function refreshSignIn(
  parts: Parts,
  visit: Visit,
  refresh: string,
): Promise<{ token: string; refresh: string; roles: Role[] }> {
  const guess = ['refresh', visit.source]
  await requireTurn(parts.db, guess, limits.failedRefreshes)
  const hash = hashOf(refresh)
  const renewed = await parts.db.transaction().execute(async (tx) => {
    const signIn = await queries.signInOfRefresh(tx, hash)
    const now = Date.now()
    if (!signIn || signIn.revoked_at || signIn.expires_at.getTime() < now) return null
    const isCurrent = signIn.refresh_hash.equals(hash)
    const idle = now - signIn.last_used_at.getTime() > constants.refreshTokenIdle
    const late = !isCurrent && now - (signIn.rotated_at?.getTime() ?? 0) > constants.refreshReuseGrace
    const user = await queries.userById(tx, signIn.user_id)
    if (idle || late || user?.status !== 'active') {
      if (late)
        await audit(
          tx,
          { ...visit, person: null },
          'sign-in token reused',
          { type: 'user', id: signIn.user_id },
          null,
          null,
        )
      await queries.revokeSignIn(tx, signIn.id)
      return null
    }
    const next = makeRefreshToken()
    await queries.rotateRefresh(tx, signIn.id, hashOf(next))
    return { userId: user.id, signInId: signIn.id, refresh: next, roles: user.roles }
  })
  if (!renewed) {
    await takeTurn(parts.db, guess, limits.failedRefreshes)
    throw unauthenticated(failure.refreshToken)
  }
  const token = await makeToken(parts.secretKey, 'access', renewed.userId, renewed.signInId)
  return { token, refresh: renewed.refresh, roles: renewed.roles }
}

export const signOut = (ctx: Context) => queries.revokeSignIn(ctx.db, ctx.person.signInId)

const codeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * Mails a verification code, if the address is known. The caller learns nothing either way, nor does the time it takes
 * tell: who the address belongs to is looked up by the queue.
 * @throws too-many  from one source
 */
export async function requestReset(parts: Parts, visit: Visit, email: string): Promise<void> {
  if (!email) throw invalid({ username: [validation.emailRequired] })
  await takeTurn(parts.db, ['reset', visit.source], limits.resetRequests)
  await parts.jobs.enqueue(parts.db, 'mail-reset-code', { email: email.toLowerCase() })
}

/** Makes a new code for an address and mails it; does nothing for an address nobody signs in with. */
export async function mailResetCode(parts: Parts, email: string): Promise<void> {
  const user = await queries.userByEmail(parts.db, email)
  if (user?.status !== 'active') return
  try {
    await takeTurn(parts.db, ['reset', email], limits.resetRequestsOfAddress)
  } catch (thrown) {
    if (thrown instanceof Failure) return
    throw thrown
  }
  const { length, life } = constants.resetCode
  const code = Array.from({ length }, () => codeLetters[randomInt(codeLetters.length)]).join('')
  const { site, messageId } = await senderOf(parts)
  await parts.db.transaction().execute(async (tx) => {
    await queries.keepResetCode(tx, {
      user_id: user.id,
      code_hash: hashOf(code),
      expires_at: new Date(Date.now() + life),
    })
    await parts.jobs.enqueue(tx, 'mail.send', {
      ...templates.resetCode(site, code),
      to: user.email,
      messageId: messageId(),
    })
  })
}

/** Sets a new password by the mailed code; every sign-in ends. @throws invalid */
export async function confirmReset(
  parts: Parts,
  visit: Visit,
  code: string,
  email: string,
  password: string,
): Promise<void> {
  if (!code) throw invalid({ code: [validation.codeRequired] })
  const mistake = await newPasswordMistake(password, { email })
  if (mistake) throw invalid({ password: [mistake] })
  const guess = ['reset code', visit.source]
  await requireTurn(parts.db, guess, limits.failedCodes)
  const user = await queries.userByEmail(parts.db, email)
  const kept = user && (await queries.tryResetCode(parts.db, user.id, constants.resetCode.attempts))
  if (!user || !kept || !timingSafeEqual(kept.code_hash, hashOf(code.toUpperCase()))) {
    await takeTurn(parts.db, guess, limits.failedCodes)
    throw invalid({ code: [failure.verification] })
  }
  await changePassword(parts, { ...visit, person: user }, user, password, null)
}

/**
 * Sets a new password for who is signed in; every other sign-in ends.
 * @throws invalid  the password does not do; recent-sign-in-required
 */
export async function updatePassword(ctx: Context, password: string): Promise<void> {
  const user = await queries.userById(ctx.db, ctx.person.id)
  if (!user) throw unauthenticated()
  const mistake = await newPasswordMistake(password, user)
  if (mistake) throw invalid({ password: [mistake] })
  await requireRecentSignIn(ctx)
  await changePassword(ctx, ctx, user, password, ctx.person.signInId)
}

async function changePassword(
  parts: Parts,
  actor: { person: { id: string }; requestId: string; source: string },
  user: { id: string; email: string },
  password: string,
  keepSignIn: string | null,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  const { site, messageId } = await senderOf(parts)
  await parts.db.transaction().execute(async (tx) => {
    await queries.setPassword(tx, user.id, passwordHash)
    await queries.deleteResetCode(tx, user.id)
    await queries.revokeSignInsOf(tx, user.id, keepSignIn)
    await audit(tx, actor, 'password changed', { type: 'user', id: user.id }, null, null)
    await parts.jobs.enqueue(tx, 'mail.send', {
      ...templates.passwordChanged(site),
      to: user.email,
      messageId: messageId(),
    })
  })
}
