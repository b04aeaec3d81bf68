import { lifetimes } from '@chisholm/domain/constants'
import type { OwnSignIn } from '@chisholm/domain/schemas/sign-ins'
import type { Context, WriteContext } from '../../http/context.ts'
import { notFound } from '../../http/app-error.ts'
import type { ListRequest } from '../../http/pagination.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { endSignInsOfUser } from '../auth/index.ts'
import { describeDevice } from './device-name.ts'
import * as queries from './active-sessions.queries.ts'

/** Lists the user's sign-ins. @returns one page, and the total */
export async function listSignIns(ctx: Context, list: ListRequest): Promise<{ total: number; signIns: OwnSignIn[] }> {
  const idleSince = new Date(Date.now() - lifetimes.refreshTokenIdle)
  const { total, rows } = await queries.readSignInPage(ctx.db, ctx.person.id, idleSince, list)
  const signIns = rows.map(({ id, source, user_agent, created_at, last_used_at }) => ({
    id,
    device: describeDevice(user_agent),
    source,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    current: id === ctx.person.signInId,
  }))
  return { total, signIns }
}

/** @throws notFound  the user has no such sign-in */
export async function endSignIn(ctx: WriteContext, id: string): Promise<void> {
  if (!(await queries.endSignIn(ctx.db, ctx.person.id, id))) throw notFound()
  await recordAudit(ctx.db, ctx, {
    action: 'signed out',
    subject: { type: 'user', id: ctx.person.id },
    after: { sign_in: id },
  })
}

/** Ends all sign-ins of the user, including the current one. */
export async function endEverySignIn(ctx: WriteContext): Promise<void> {
  await endSignInsOfUser(ctx.db, ctx.person.id)
  await recordAudit(ctx.db, ctx, { action: 'signed out everywhere', subject: { type: 'user', id: ctx.person.id } })
}
