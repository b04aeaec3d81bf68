import { lifetimes, limits } from '@chisholm/domain/constants'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { inTransaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { AppError, invalid, recentSignInRequired, unauthenticated, invalidCredential } from '../../http/app-error.ts'
import { resetRateLimit, consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import * as queries from './auth.queries.ts'
import { verifyPassword } from './passwords.ts'

/**
 * Prevents changes of sign-in methods on a device that was left unattended.
 * @throws recentSignInRequired  the sign-in is older than 15 minutes and the password was not confirmed since then
 */
export async function requireRecentSignIn(ctx: Context): Promise<void> {
  const signIn = await queries.signInById(ctx.db, ctx.person.signInId)
  const lastProof = Math.max(signIn?.created_at.getTime() ?? 0, signIn?.password_confirmed_at?.getTime() ?? 0)
  if (Date.now() - lastProof > lifetimes.recentSignIn) throw recentSignInRequired()
}

/**
 * Confirms the password, so that the sign-in counts as recent.
 * @throws invalid          the password is wrong
 * @throws unauthenticated  it was wrong for the fifth time, which ends the sign-in
 */
export async function confirmPassword(ctx: Context, password: string): Promise<void> {
  if (!password) throw invalid({ password: [texts.validation.passwordRequired] })
  const rateLimitKey = ['password again', ctx.person.signInId]
  // Attempts are counted before the password is verified, so that concurrent requests cannot exceed the limit.
  await consumeRateLimit(ctx.db, rateLimitKey, limits.wrongPasswords).catch((error) =>
    endSignInAfterGuesses(ctx, error),
  )
  const user = await queries.userById(ctx.db, ctx.person.id)
  if (!(await verifyPassword(password, user?.password_hash ?? null)))
    throw invalidCredential('wrong-password', { password: [serverTexts.validation.passwordWrong] })
  await resetRateLimit(ctx.db, rateLimitKey)
  await queries.markPasswordConfirmed(ctx.db, ctx.person.signInId)
}

async function endSignInAfterGuesses(ctx: Context, error: unknown): Promise<never> {
  if (!(error instanceof AppError)) throw error
  await inTransaction(ctx, async (ctx) => {
    await queries.revokeSignIn(ctx.db, ctx.person.signInId)
    await recordAudit(ctx.db, ctx, {
      action: 'sign-in ended after wrong passwords',
      subject: { type: 'user', id: ctx.person.id },
    })
  })
  throw unauthenticated(texts.failure.authenticate, 'wrong-password')
}
