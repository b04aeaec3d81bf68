import type { Context, Parts } from '../../http/context.ts'
import { invalid, unauthenticated } from '../../http/failures.ts'
import { senderOf } from '../../mail/mail-jobs.ts'
import * as templates from '../../mail/templates.ts'
import { audit } from '../audit/index.ts'
import * as queries from './auth.queries.ts'
import { hashPassword, newPasswordMistake } from './passwords.ts'
import { requireRecentSignIn } from './recent-sign-in.ts'

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

/** Changes a password, tells its owner, and ends every sign-in but `keepSignIn`. */
export async function changePassword(
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
