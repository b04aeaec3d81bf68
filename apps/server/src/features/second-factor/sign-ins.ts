import { constants } from '@chisholm/domain/constants'
import type { OwnSignIn } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { Context } from '../../http/context.ts'
import { invalid, notFound, recentSignInRequired, unauthenticated } from '../../http/failures.ts'
import { audit } from '../audit/index.ts'
import { isPassword } from '../auth/index.ts'
import { deviceOf } from './device.ts'
import { userById } from './second-factor.queries.ts'
import * as queries from './sign-ins.queries.ts'

/** @throws recent-sign-in-required  the sign-in is older than 15 minutes and its password was not given again since */
export async function requireRecentSignIn(ctx: Context): Promise<void> {
  const signIn = await queries.signInById(ctx.db, ctx.person.signInId)
  const proven = Math.max(signIn?.created_at.getTime() ?? 0, signIn?.password_confirmed_at?.getTime() ?? 0)
  if (Date.now() - proven > constants.recentSignIn.life) throw recentSignInRequired()
}

/**
 * Takes the password once more, so that the sign-in counts as recent. Who guesses loses the sign-in.
 * @throws invalid  wrong; unauthenticated  wrong for the fifth time
 */
export async function confirmPassword(ctx: Context, password: string): Promise<void> {
  if (!password) throw invalid({ password: [texts.validation.passwordRequired] })
  const tries = await queries.countPasswordTry(ctx.db, ctx.person.signInId)
  // sent many at once, those too many are refused unread
  if (tries > constants.recentSignIn.passwordTries) throw unauthenticated()
  const user = await userById(ctx.db, ctx.person.id)
  if (await isPassword(password, user?.password_hash ?? null))
    return void (await queries.markPasswordConfirmed(ctx.db, ctx.person.signInId))
  if (tries < constants.recentSignIn.passwordTries) throw invalid({ password: [texts.validation.passwordWrong] })
  await ctx.db.transaction().execute(async (tx) => {
    await queries.endSignIn(tx, ctx.person.id, ctx.person.signInId)
    await audit(tx, ctx, 'sign-in ended after wrong passwords', { type: 'user', id: ctx.person.id }, null, null)
  })
  throw unauthenticated()
}

/** Where one is signed in, the sign-in used last first. */
export async function listSignIns(ctx: Context): Promise<OwnSignIn[]> {
  const idleSince = new Date(Date.now() - constants.refreshTokenIdle)
  const rows = await queries.liveSignIns(ctx.db, ctx.person.id, idleSince)
  return rows.map(({ id, source, user_agent, created_at, last_used_at }) => ({
    id,
    device: deviceOf(user_agent),
    source,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    current: id === ctx.person.signInId,
  }))
}

/** Ends one sign-in of one's own. @throws not-found */
export async function endSignIn(ctx: Context, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await queries.endSignIn(tx, ctx.person.id, id))) throw notFound()
    await audit(tx, ctx, 'signed out', { type: 'user', id: ctx.person.id }, null, { sign_in: id })
  })
}

/** Ends every sign-in of one's own, this one too. */
export async function endEverySignIn(ctx: Context): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await queries.endSignInsOf(tx, ctx.person.id)
    await audit(tx, ctx, 'signed out everywhere', { type: 'user', id: ctx.person.id }, null, null)
  })
}
