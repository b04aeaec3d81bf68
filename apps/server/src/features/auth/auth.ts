import { randomInt, timingSafeEqual } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { constants } from '@chisholm/domain/constants'
import { passwordMistake } from '@chisholm/domain/password'
import { type Role, isVet } from '@chisholm/domain/permissions'
import type { SignIn } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { Context, Executor, Parts, SignedInPerson } from '../../http/context.ts'
import { type FieldTexts, invalid, tooMany, unauthenticated } from '../../http/failures.ts'
import { messageId } from '../../mail/mail-jobs.ts'
import * as templates from '../../mail/templates.ts'
import { audit } from '../audit/index.ts'
import * as queries from './auth.queries.ts'
import { hashPassword, isPassword } from './passwords.ts'
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
  const token = await readToken(parts.secretKey, 'access', bearer)
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
  await refuseGuessing(parts, visit, email)
  const user = await queries.userByEmail(parts.db, email)
  const right = await isPassword(password, user?.status === 'disabled' ? null : (user?.password_hash ?? null))
  const expired = user?.temporary_password_until ? user.temporary_password_until < new Date() : false
  if (!user || !right || expired) {
    await queries.insertFailure(parts.db, email, visit.source)
    throw unauthenticated(failure.login)
  }
  await queries.deleteFailures(parts.db, email, visit.source)
  if (user.temporary_password_until) {
    const session = await makeToken(parts.secretKey, 'challenge', user.id, uuidv7())
    return { ...nothing, roles: user.roles, challenge: 'NEW_PASSWORD_REQUIRED', session }
  }
  const secondStep = await askSecondFactor(parts, user.id)
  if (secondStep) return { ...nothing, roles: [], challenge: 'SECOND_FACTOR', session: secondStep }
  return parts.db.transaction().execute((tx) => openSignIn(tx, parts, visit, user, 'signed in'))
}

const nothing = { success: true, state: 'okay', uuid: null, token: null, refresh: null, challenge: null, session: null }

async function refuseGuessing(parts: Parts, visit: Visit, email: string): Promise<void> {
  const { count, window } = constants.failedSignIns
  const failures = await queries.failuresSince(parts.db, email, visit.source, new Date(Date.now() - window))
  if (failures.count < count) return
  const left = (failures.first?.getTime() ?? Date.now()) + window - Date.now()
  throw tooMany(Math.max(1, Math.ceil(left / 1000)))
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
  const mistake = passwordMistake(answer.password)
  if (mistake) errors['password'] = [mistake]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const token = await readToken(parts.secretKey, 'challenge', answer.session)
  const user = token && (await queries.userById(parts.db, token.userId))
  const open =
    user?.temporary_password_until && user.temporary_password_until > new Date() && user.status !== 'disabled'
  if (!user || !open || (answer.username && user.email.toLowerCase() !== answer.username.toLowerCase()))
    throw unauthenticated(failure.passwordVerification)
  const passwordHash = await hashPassword(answer.password)
  return parts.db.transaction().execute(async (tx) => {
    await queries.setPassword(tx, user.id, passwordHash)
    await queries.activate(tx, user.id, { first_name: answer.first_name, last_name: answer.last_name })
    return openSignIn(tx, parts, visit, user, 'first signed in')
  })
}

/**
 * Changes a refresh token for a new pair. The one before may come again within 30 s (two tabs at once);
 * later that is theft, and the sign-in ends.
 */
export async function refreshSignIn(
  parts: Parts,
  refresh: string,
): Promise<{ token: string; refresh: string; roles: Role[] }> {
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
      await queries.revokeSignIn(tx, signIn.id)
      return null
    }
    const next = makeRefreshToken()
    await queries.rotateRefresh(tx, signIn.id, hashOf(next))
    return { userId: user.id, signInId: signIn.id, refresh: next, roles: user.roles }
  })
  if (!renewed) throw unauthenticated(failure.refreshToken)
  const token = await makeToken(parts.secretKey, 'access', renewed.userId, renewed.signInId)
  return { token, refresh: renewed.refresh, roles: renewed.roles }
}

export const signOut = (ctx: Context) => queries.revokeSignIn(ctx.db, ctx.person.signInId)

const codeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Mails a verification code, if the address is known. The caller learns nothing either way. */
export async function requestReset(parts: Parts, email: string): Promise<void> {
  if (!email) throw invalid({ username: [validation.emailRequired] })
  const user = await queries.userByEmail(parts.db, email)
  const { length, life } = constants.resetCode
  const code = Array.from({ length }, () => codeLetters[randomInt(codeLetters.length)]).join('')
  if (user?.status !== 'active') return
  await parts.db.transaction().execute(async (tx) => {
    await queries.keepResetCode(tx, {
      user_id: user.id,
      code_hash: hashOf(code),
      expires_at: new Date(Date.now() + life),
    })
    const site = { url: parts.settings.publicUrl, provider: parts.settings.provider.name }
    await parts.jobs.enqueue(tx, 'mail.send', {
      ...templates.resetCode(site, code),
      to: user.email,
      messageId: messageId(parts),
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
  const mistake = passwordMistake(password)
  if (mistake) throw invalid({ password: [mistake] })
  const user = await queries.userByEmail(parts.db, email)
  const kept = user && (await queries.tryResetCode(parts.db, user.id, constants.resetCode.attempts))
  if (!user || !kept || !timingSafeEqual(kept.code_hash, hashOf(code.toUpperCase())))
    throw invalid({ code: [failure.verification] })
  await changePassword(parts, { ...visit, person: user }, user, password, null)
}

/** Sets a new password for who is signed in; every other sign-in ends. @throws invalid */
export async function updatePassword(ctx: Context, password: string): Promise<void> {
  const mistake = passwordMistake(password)
  if (mistake) throw invalid({ password: [mistake] })
  const user = await queries.userById(ctx.db, ctx.person.id)
  if (!user) throw unauthenticated()
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
  await parts.db.transaction().execute(async (tx) => {
    await queries.setPassword(tx, user.id, passwordHash)
    await queries.deleteResetCode(tx, user.id)
    await queries.revokeSignInsOf(tx, user.id, keepSignIn)
    await audit(tx, actor, 'password changed', { type: 'user', id: user.id }, null, null)
    const site = { url: parts.settings.publicUrl, provider: parts.settings.provider.name }
    await parts.jobs.enqueue(tx, 'mail.send', {
      ...templates.passwordChanged(site),
      to: user.email,
      messageId: messageId(parts),
    })
  })
}
