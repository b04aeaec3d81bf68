import type { UserId } from '../../database/ids.ts'
import { inTransaction, type InTransaction } from '../../database/transaction.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import type { Services } from '../../services.ts'
import { invalid, unauthenticated } from '../../http/app-error.ts'
import { readSender } from '../../mail/email-jobs.ts'
import * as templates from '../../mail/email-templates.ts'
import { type Actor, recordAudit, operator } from '../audit-recorder/index.ts'
import { lockActiveAccount } from './lock-active-account.ts'
import * as queries from './auth.queries.ts'
import { hashPassword, validateNewPassword } from './passwords.ts'
import { requireRecentSignIn } from './recent-sign-in.ts'
import { resetAccountFailures } from './sign-in-limits.ts'

/**
 * Validates and hashes a new password of the signed-in user. Call it before the transaction, because hashing is slow on
 * purpose.
 * @returns the hash
 * @throws invalid               the password breaks a rule
 * @throws recentSignInRequired  the user has to confirm the old password first
 */
export async function hashNewPassword(ctx: Context, password: string): Promise<string> {
  const user = await queries.userById(ctx.db, ctx.person.id)
  if (!user) throw unauthenticated()
  const error = await validateNewPassword(password, user)
  if (error) throw invalid({ password: [error] })
  await requireRecentSignIn(ctx)
  return hashPassword(password)
}

/**
 * Sets a new password of the signed-in user and ends all other sign-ins.
 * @throws recentSignInRequired  the user has to confirm the old password first
 */
export async function updateOwnPassword(ctx: WriteContext, passwordHash: string): Promise<void> {
  const user = await queries.lockUser(ctx.db, ctx.person.id)
  if (!user) throw unauthenticated()
  await requireRecentSignIn(ctx)
  await changePassword(ctx, ctx, { user, passwordHash, keepSignIn: ctx.person.signInId })
}

interface PasswordChange {
  /** The caller has locked this user. */
  user: { id: UserId; email: string }
  passwordHash: string
  /** The id of the only sign-in that goes on, or null if all end. */
  keepSignIn: string | null
}

/** Changes the password of a user, ends other sign-ins, and notifies the user by e-mail. */
export async function changePassword(
  services: InTransaction<Pick<Services, 'db' | 'jobs' | 'settings' | 'provider'>>,
  actor: Actor,
  { user, passwordHash, keepSignIn }: PasswordChange,
): Promise<void> {
  const { db, jobs } = services
  await queries.setPassword(db, user.id, passwordHash)
  await queries.deleteResetCode(db, user.id)
  await queries.revokeSignInsExcept(db, user.id, keepSignIn)
  // Failed attempts with the old password no longer matter.
  await resetAccountFailures(db, user.email)
  await recordAudit(db, actor, { action: 'password changed', subject: { type: 'user', id: user.id } })
  const sender = await readSender(services)
  await jobs.enqueue(db, 'mail.send', { ...templates.passwordChanged(sender), to: user.email })
}

/**
 * Sets the password of an active account from the command line, ends its sign-ins and notifies its user.
 * @throws OperatorError  there is no such account
 * @throws invalid        the password breaks a rule
 */
export const setPasswordByOperator = (
  services: Pick<Services, 'db' | 'jobs' | 'settings' | 'provider'>,
  email: string,
  password: string,
): Promise<{ id: string }> =>
  inTransaction(services, async (services) => {
    const user = await lockActiveAccount(services.db, email)
    const error = await validateNewPassword(password, user)
    if (error) throw invalid({ password: [error] })
    const passwordHash = await hashPassword(password.trim())
    await changePassword(services, operator, { user, passwordHash, keepSignIn: null })
    return user
  })
