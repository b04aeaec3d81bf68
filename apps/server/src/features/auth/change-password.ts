import type { UserId } from '../../database/ids.ts'
import { inTransaction, type InTransaction } from '../../database/transaction.ts'
import type { Context, Parts, WriteContext } from '../../http/context.ts'
import { invalid, unauthenticated } from '../../http/failures.ts'
import { senderOf } from '../../mail/mail-jobs.ts'
import * as templates from '../../mail/templates.ts'
import { type Actor, audit, operator } from '../audit/index.ts'
import { lockActiveAccount } from './active-account.ts'
import * as queries from './auth.queries.ts'
import { hashPassword, newPasswordMistake } from './passwords.ts'
import { requireRecentSignIn } from './recent-sign-in.ts'
import { forgetAccountFailures } from './sign-in-limits.ts'

/**
 * Checks a new password for who is signed in.
 * @returns its hash, which takes long on purpose: it is made before the transaction begins
 * @throws invalid  the password does not do; recent-sign-in-required
 */
export async function requireNewPassword(ctx: Context, password: string): Promise<string> {
  const user = await queries.userById(ctx.db, ctx.person.id)
  if (!user) throw unauthenticated()
  const mistake = await newPasswordMistake(password, user)
  if (mistake) throw invalid({ password: [mistake] })
  await requireRecentSignIn(ctx)
  return hashPassword(password)
}

/** Sets a new password for who is signed in; every other sign-in ends. @throws recent-sign-in-required */
export async function updatePassword(ctx: WriteContext, passwordHash: string): Promise<void> {
  const user = await queries.lockUser(ctx.db, ctx.person.id)
  if (!user) throw unauthenticated()
  await requireRecentSignIn(ctx)
  await changePassword(ctx, ctx, user, passwordHash, ctx.person.signInId)
}

/** Changes the password of a locked user, tells its owner, and ends every sign-in but `keepSignIn`. */
export async function changePassword(
  parts: InTransaction<Pick<Parts, 'db' | 'jobs' | 'settings' | 'provider'>>,
  actor: Actor,
  user: { id: UserId; email: string },
  passwordHash: string,
  keepSignIn: string | null,
): Promise<void> {
  const { db, jobs } = parts
  await queries.setPassword(db, user.id, passwordHash)
  await queries.deleteResetCode(db, user.id)
  await queries.revokeSignInsOf(db, user.id, keepSignIn)
  // whoever guessed at the old password knows nothing of this one
  await forgetAccountFailures(db, user.email)
  await audit(db, actor, 'password changed', { type: 'user', id: user.id }, null, null)
  const site = await senderOf(parts)
  await jobs.enqueue(db, 'mail.send', { ...templates.passwordChanged(site), to: user.email })
}

/**
 * Sets the password of an active account from the command line; every sign-in of it ends, its owner is told.
 * @throws CannotStart  there is no such account; invalid  the password does not do
 */
export const setPasswordByOperator = (
  parts: Pick<Parts, 'db' | 'jobs' | 'settings' | 'provider'>,
  email: string,
  password: string,
): Promise<{ id: string }> =>
  inTransaction(parts, async (parts) => {
    const user = await lockActiveAccount(parts.db, email)
    const mistake = await newPasswordMistake(password, user)
    if (mistake) throw invalid({ password: [mistake] })
    await changePassword(parts, operator, user, await hashPassword(password.trim()), null)
    return user
  })
