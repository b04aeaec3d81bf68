import { limits } from '@chisholm/domain/constants'
import { may } from '@chisholm/domain/permissions'
import type { SignInLimit } from '@chisholm/domain/schemas/sign-ins'
import { firstCharacters } from '@chisholm/domain/validation'
import type { UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { forbidden, notFound, tooMany } from '../../http/app-error.ts'
import type { ListRequest } from '../../http/pagination.ts'
import { checkRateLimit } from '../../http/rate-limit.queries.ts'
import { networkOf } from '../../http/source-network.ts'
import { recordAudit, recordAuditWithoutChange } from '../audit-recorder/index.ts'
import { toLowerCase } from './auth.queries.ts'
import type { RequestOrigin } from './create-sign-in.ts'
import * as queries from './sign-in-limits.queries.ts'
import { sha256 } from './tokens.ts'

const { count, window } = limits.failedSignInsPerAccount
const maxDomainLength = 80

/**
 * Abbreviates an unknown address. The rest suffices to recognise it, but does not reveal a password that was typed by
 * mistake.
 */
export function abbreviateAddress(address: string): string {
  const [, domain] = /@([^@]*)$/.exec(address) ?? []
  return `${firstCharacters(address, 1)}…${domain === undefined ? '' : `@${firstCharacters(domain, maxDomainLength)}`}`
}

const toLimitedAddress = (address: string): queries.LimitedAddress => ({
  address,
  hash: sha256(address),
  abbreviated: abbreviateAddress(address),
})

/**
 * Checks whether a sign-in with this e-mail address (in lower case) is allowed now.
 * @throws tooMany  more than 100 attempts from any source failed lately, unless the user has signed in from this
 * source before
 */
export async function checkAccountLimit(db: Executor, address: string, source: string): Promise<void> {
  const seconds = await queries.readSecondsUntilNextTry(db, toLimitedAddress(address), source)
  if (seconds !== undefined) throw tooMany(seconds)
}

/**
 * Checks whether this source may try a sign-in, unless the user with this address (in lower case) has signed in from it
 * before: behind one address of a feedlot or a mobile network somebody else's attempts must not keep everybody out.
 * @throws tooMany  more than 100 attempts of any address failed from this source lately
 */
export async function checkSourceLimit(db: Executor, address: string, source: string): Promise<void> {
  if (await queries.hasSignedInFrom(db, address, source)) return
  await checkRateLimit(db, ['sign-in', networkOf(source)], limits.failedSignInsPerSource)
}

/**
 * Counts a failed sign-in for an address, whether it is known or not. An account that reaches the limit gets an audit
 * entry.
 */
export async function countAccountFailure(
  db: Executor,
  origin: RequestOrigin,
  address: string,
  userId: UserId | null,
): Promise<void> {
  const failures = await queries.countFailure(db, toLimitedAddress(address), userId, origin.source)
  if (failures === count && userId)
    await recordAuditWithoutChange(
      db,
      { ...origin, person: null },
      { action: 'sign-in limited', subject: { type: 'user', id: userId }, after: { failures } },
    )
}

/** Deletes the failures of an address after its user has set another password: those with the old one no longer matter. */
export const resetAccountFailures = async (db: Executor, address: string) =>
  queries.forgetFailures(db, sha256(await toLowerCase(db, address)))

const presentLimit = (row: queries.SignInLimitRow): SignInLimit => ({
  id: row.id,
  address: row.email ?? row.short_address,
  user_id: row.user_id,
  since: row.since.toISOString(),
  failures: row.failures,
  sources: row.sources,
  next_try_at: row.next_try_at?.toISOString() ?? row.last_failed_at.toISOString(),
  ends_at: new Date(row.last_failed_at.getTime() + window).toISOString(),
})

/**
 * Lists the addresses that have reached the limit.
 * @throws forbidden  the user is not an Admin
 */
export async function listSignInLimits(ctx: Context, list: Omit<ListRequest, 'filters'>) {
  if (!may(ctx.person, 'sign-in-limits.manage')) throw forbidden()
  const { total, rows } = await queries.readLimitPage(ctx.db, list)
  return { total, limits: rows.map(presentLimit) }
}

/**
 * Lifts a limit. Failures are counted from zero again.
 * @throws forbidden  the user is not an Admin
 * @throws notFound   the limit no longer exists
 */
export async function liftSignInLimit(ctx: WriteContext, id: string): Promise<void> {
  if (!may(ctx.person, 'sign-in-limits.manage')) throw forbidden()
  const lifted = await queries.liftLimit(ctx.db, id)
  if (!lifted) throw notFound()
  const { user_id, short_address, failures } = lifted
  const subject = user_id ? { type: 'user', id: user_id } : { type: 'address', id }
  await recordAudit(ctx.db, ctx, { action: 'sign-in limit lifted', subject, before: { name: short_address, failures } })
}
