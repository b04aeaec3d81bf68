import { limits } from '@chisholm/domain/constants'
import { may } from '@chisholm/domain/permissions'
import type { SignInLimit } from '@chisholm/domain/shapes'
import type { UserId } from '../../database/ids.ts'
import type { Context, Executor, WriteContext } from '../../http/context.ts'
import { forbidden, notFound, tooMany } from '../../http/failures.ts'
import type { ListRequest } from '../../http/lists.ts'
import { audit } from '../audit/index.ts'
import type { Visit } from './open-sign-in.ts'
import * as queries from './sign-in-limits.queries.ts'
import { hashOf } from './tokens.ts'

const { count, window } = limits.failedSignInsOfAccount
const longestShown = 80

/** What may be told of an address that is nobody's: enough to recognise it, and not a password typed in its place. */
export function shortAddress(address: string): string {
  const [, domain] = /@([^@]*)$/.exec(address) ?? []
  return `${address.slice(0, 1)}…${domain === undefined ? '' : `@${domain.slice(0, longestShown)}`}`
}

const counted = (address: string): queries.CountedAddress => ({
  address,
  hash: hashOf(address),
  short: shortAddress(address),
})

/**
 * Lets a try pass for an address in small letters.
 * @throws too-many  more than a hundred sign-ins failed lately, from whatever sources, and its owner never signed in from
 *         this one
 */
export async function requireAccountTry(db: Executor, address: string, source: string): Promise<void> {
  const wait = await queries.waitOf(db, counted(address), source)
  if (wait) throw tooMany(Math.max(1, Math.ceil((wait.getTime() - Date.now()) / 1000)))
}

/** Counts a failed sign-in of an address, of an account or not; the audit trail tells when an account is limited. */
export async function countAccountFailure(
  db: Executor,
  visit: Visit,
  address: string,
  userId: UserId | null,
): Promise<void> {
  const failures = await queries.countFailure(db, counted(address), userId, visit.source)
  if (failures === count && userId)
    await audit(db, { ...visit, person: null }, 'sign-in limited', { type: 'user', id: userId }, null, { failures })
}

/** Forgets the failures of an address whose owner has shown to be there. */
export const forgetAccountFailures = (db: Executor, address: string) =>
  queries.forgetFailures(db, hashOf(address.toLowerCase()))

const shownLimit = (row: queries.LimitedRow): SignInLimit => ({
  id: row.id,
  address: row.email ?? row.short_address,
  user_id: row.user_id,
  since: row.since.toISOString(),
  failures: row.failures,
  sources: row.sources,
  next_try_at: row.next_try_at?.toISOString() ?? row.last_failed_at.toISOString(),
  ends_at: new Date(row.last_failed_at.getTime() + window).toISOString(),
})

/** The addresses that are limited now, for Admins. @throws forbidden */
export async function listSignInLimits(ctx: Context, list: Omit<ListRequest, 'filters'>) {
  if (!may(ctx.person, 'signInLimits.manage')) throw forbidden()
  const { total, rows } = await queries.limitedPage(ctx.db, list)
  return { total, limits: rows.map(shownLimit) }
}

/** Lifts a limit: failures are counted from none again. @throws forbidden; not-found */
export async function liftSignInLimit(ctx: WriteContext, id: string): Promise<void> {
  if (!may(ctx.person, 'signInLimits.manage')) throw forbidden()
  const lifted = await queries.liftLimit(ctx.db, id)
  if (!lifted) throw notFound()
  const { user_id, short_address, failures } = lifted
  const subject = user_id ? { type: 'user', id: user_id } : { type: 'address', id }
  await audit(ctx.db, ctx, 'sign-in limit lifted', subject, { name: short_address, failures }, null)
}
