import { timingSafeEqual } from 'node:crypto'
import { lifetimes, limits } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import type { Executor } from '../../database/executor.ts'
import { allOf, inTransaction, type InTransaction } from '../../database/transaction.ts'
import { randomCode } from '../../random-code.ts'
import type { Services } from '../../services.ts'
import { AppError, invalid, invalidCredential } from '../../http/app-error.ts'
import { checkRateLimit, consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { networkOf } from '../../http/source-network.ts'
import { readSender } from '../../mail/email-jobs.ts'
import * as templates from '../../mail/email-templates.ts'
import * as queries from './auth.queries.ts'
import { changePassword } from './change-password.ts'
import type { RequestOrigin } from './create-sign-in.ts'
import { hashPassword, validateNewPassword } from './passwords.ts'
import { sha256 } from './tokens.ts'

const { validation, failure } = texts

/**
 * Queues an e-mail with a verification code. Neither the response nor its timing reveals whether the address is known,
 * because it is looked up later, when the job runs.
 * @throws tooMany  too many requests from this source
 */
export async function requestReset(services: Services, origin: RequestOrigin, email: string): Promise<void> {
  if (!email) throw invalid({ username: [validation.emailRequired] })
  await consumeRateLimit(services.db, ['reset', networkOf(origin.source)], limits.resetRequests)
  await inTransaction(services, (services) => services.jobs.enqueue(services.db, 'mail-reset-code', { email }))
}

const resetKey = async (db: Executor, address: string) => ['reset', await queries.toLowerCase(db, address)]

/**
 * Queues an e-mail with a verification code for a known address.
 * @throws tooMany  too many were sent to this address within the hour
 */
export async function enqueueResetCode(ctx: InTransaction<Services>, address: string): Promise<void> {
  await checkRateLimit(ctx.db, await resetKey(ctx.db, address), limits.resetRequestsPerAddress)
  await ctx.jobs.enqueue(ctx.db, 'mail-reset-code', { email: address })
}

/** Creates a verification code and queues its e-mail. Does nothing for an unknown address. */
export async function mailResetCode(services: InTransaction<Services>, email: string): Promise<void> {
  const found = await queries.userByEmail(services.db, email)
  // The user is locked, so that a user who is being erased or disabled gets no code.
  const user = found && (await queries.lockUser(services.db, found.id))
  if (user?.status !== 'active') return
  try {
    await consumeRateLimit(services.db, await resetKey(services.db, email), limits.resetRequestsPerAddress)
  } catch (error) {
    if (error instanceof AppError) return
    throw error
  }
  const { length, life } = lifetimes.resetCode
  const code = randomCode(length)
  const sender = await readSender(services)
  const { expires_at } = await queries.saveResetCode(services.db, user.id, sha256(code), life)
  await services.jobs.enqueue(services.db, 'mail.send', {
    ...templates.resetCode(sender, user.email, code),
    to: user.email,
    validUntil: expires_at.toISOString(),
  })
}

/**
 * Sets a new password with the code from the e-mail, and ends every sign-in.
 * @throws invalid  the code is wrong, or the password breaks a rule
 * @throws tooMany  this source has sent too many codes
 */
export async function confirmReset(
  services: Services,
  origin: RequestOrigin,
  { code, email, password }: { code: string; email: string; password: string },
): Promise<void> {
  if (!code) throw invalid({ code: [validation.codeRequired] })
  const error = await validateNewPassword(password, { email })
  if (error) throw invalid({ password: [error] })
  const rateLimitKey = ['reset code', networkOf(origin.source)]
  await checkRateLimit(services.db, rateLimitKey, limits.triedCodes)
  const user = await queries.userByEmail(services.db, email)
  // at the same time, so that the time does not reveal whether the address is known
  const [resetCode] = await allOf([
    user ? queries.countResetAttempt(services.db, user.id, lifetimes.resetCode.attempts) : Promise.resolve(undefined),
    consumeRateLimit(services.db, rateLimitKey, limits.triedCodes),
  ])
  if (!user || !resetCode || !timingSafeEqual(resetCode.code_hash, sha256(code.toUpperCase())))
    throw invalidCredential('wrong-code', { code: [failure.verification] })
  const passwordHash = await hashPassword(password)
  await inTransaction(services, async (services) => {
    const locked = await queries.lockUser(services.db, user.id)
    // Its names are checked once the code is proved, so that strangers learn nothing about the account.
    const ownWords = locked && (await validateNewPassword(password, locked))
    if (ownWords) throw invalid({ password: [ownWords] })
    if (!locked || !(await queries.consumeResetCode(services.db, user.id, resetCode.code_hash)))
      throw invalid({ code: [failure.verification] })
    await changePassword(services, { ...origin, person: locked }, { user: locked, passwordHash, keepSignIn: null })
  })
}
