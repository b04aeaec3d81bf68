import { randomInt, timingSafeEqual } from 'node:crypto'
import { lifetimes, limits } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { inTransaction, type InTransaction } from '../../database/transaction.ts'
import type { Parts } from '../../http/context.ts'
import { Failure, invalid, wrongSecret } from '../../http/failures.ts'
import { requireTurn, takeTurn } from '../../http/turns.ts'
import { senderOf } from '../../mail/mail-jobs.ts'
import * as templates from '../../mail/templates.ts'
import * as queries from './auth.queries.ts'
import { changePassword } from './change-password.ts'
import type { Visit } from './open-sign-in.ts'
import { hashPassword, newPasswordMistake } from './passwords.ts'
import { hashOf } from './tokens.ts'

const { validation, failure } = texts
const codeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * Mails a verification code, if the address is known. The caller learns nothing either way, nor does the time it takes
 * tell: who the address belongs to is looked up by the queue.
 * @throws too-many  from one source
 */
export async function requestReset(parts: Parts, visit: Visit, email: string): Promise<void> {
  if (!email) throw invalid({ username: [validation.emailRequired] })
  await takeTurn(parts.db, ['reset', visit.source], limits.resetRequests)
  await inTransaction(parts, (parts) => parts.jobs.enqueue(parts.db, 'mail-reset-code', { email: email.toLowerCase() }))
}

/** Has a code mailed to an address that is known. @throws tooMany  it was sent as many as it may get in an hour */
export async function enqueueResetCode(ctx: InTransaction<Parts>, address: string): Promise<void> {
  const email = address.toLowerCase()
  await requireTurn(ctx.db, ['reset', email], limits.resetRequestsOfAddress)
  await ctx.jobs.enqueue(ctx.db, 'mail-reset-code', { email })
}

/** Makes a new code for an address and mails it; does nothing for an address nobody signs in with. */
export async function mailResetCode(parts: InTransaction<Parts>, email: string): Promise<void> {
  const known = await queries.userByEmail(parts.db, email)
  // locked, so that nobody gets a code who is erased or disabled meanwhile
  const user = known && (await queries.lockUser(parts.db, known.id))
  if (user?.status !== 'active') return
  try {
    await takeTurn(parts.db, ['reset', email], limits.resetRequestsOfAddress)
  } catch (thrown) {
    if (thrown instanceof Failure) return
    throw thrown
  }
  const { length, life } = lifetimes.resetCode
  const code = Array.from({ length }, () => codeLetters[randomInt(codeLetters.length)]).join('')
  const site = await senderOf(parts)
  await queries.keepResetCode(parts.db, {
    user_id: user.id,
    code_hash: hashOf(code),
    expires_at: new Date(Date.now() + life),
  })
  await parts.jobs.enqueue(parts.db, 'mail.send', {
    ...templates.resetCode(site, user.email, code),
    to: user.email,
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
  const kept = user && (await queries.tryResetCode(parts.db, user.id, lifetimes.resetCode.attempts))
  if (!user || !kept || !timingSafeEqual(kept.code_hash, hashOf(code.toUpperCase()))) {
    await takeTurn(parts.db, guess, limits.failedCodes)
    throw wrongSecret('wrong-code', { code: [failure.verification] })
  }
  const passwordHash = await hashPassword(password)
  await inTransaction(parts, async (parts) => {
    const locked = await queries.lockUser(parts.db, user.id)
    if (!locked || !(await queries.takeResetCode(parts.db, user.id, kept.code_hash)))
      throw invalid({ code: [failure.verification] })
    await changePassword(parts, { ...visit, person: locked }, locked, passwordHash, null)
  })
}
