import { createHmac } from 'node:crypto'
import { isVet } from '@chisholm/domain/permissions'
import { deriveKey } from '../../derive-key.ts'
import type { CalendarFeedId } from '../../database/ids.ts'
import { isUniqueViolation } from '../../database/constraint-violations.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { idInUse, notFound } from '../../http/app-error.ts'
import { type IfMatch, requireContentMatch } from '../../http/etag.ts'
import { acquireAdvisoryLock } from '../../database/advisory-lock.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { lockOwnAccount, sha256 } from '../auth/index.ts'
import { formatCalendar } from './format-calendar.ts'
import * as queries from './calendar-feeds.queries.ts'

const subject = (id: string) => ({ type: 'calendar-feed', id })

/** The calendar feed of the user, if there is one. Its URL is shown only when it is created. */
export const listFeeds = async (ctx: Context) => (await queries.feedsOfUser(ctx.db, ctx.person.id)).map(presentFeed)

const presentFeed = ({ id, created_at }: { id: CalendarFeedId; created_at: Date }) => ({
  id,
  created_at: created_at.toISOString(),
})

/** The secret part of a feed's URL. It is derived from the id, so that a repeated request gets the same one although it is not stored. */
const tokenOf = (secretKey: string, id: CalendarFeedId) =>
  createHmac('sha256', deriveKey(secretKey, 'calendar feeds')).update(id).digest('base64url')

/**
 * Creates a calendar feed that replaces the user's previous one, whose URL stops working. A repeated request with the
 * same id changes nothing.
 * @returns the secret part of its URL, and whether this request created the feed
 * @throws conflict  the id is in use
 */
export async function createFeed(ctx: WriteContext, id: CalendarFeedId): Promise<{ token: string; isNew: boolean }> {
  const token = tokenOf(ctx.secretKey, id)
  await lockOwnAccount(ctx)
  const feed = { id, user_id: ctx.person.id, token_hash: sha256(token) }
  // Of two concurrent requests with one id, the second would fail on the primary key before it sees the first.
  await acquireAdvisoryLock(ctx.db, `calendar feed ${id}`)
  const isNew = await queries.replaceFeed(ctx.db, feed).catch((error: unknown) => {
    throw isUniqueViolation(error, 'calendar_feeds_pkey') ? idInUse() : error
  })
  if (isNew) {
    await recordAudit(ctx.db, ctx, { action: 'calendar feed made', subject: subject(id), after: {} })
    return { token, isNew }
  }
  const hash = await queries.tokenHashOf(ctx.db, id)
  const tokens = [ctx.secretKey, ...ctx.previousSecretKeys].map((key) => tokenOf(key, id))
  const existing = tokens.find((one) => hash?.equals(sha256(one)))
  if (existing === undefined) throw idInUse()
  return { token: existing, isNew }
}

/** @throws notFound  the user has no such feed; stale  the caller sent an If-Match for another one */
export async function deleteFeed(ctx: WriteContext, id: CalendarFeedId, expected: IfMatch): Promise<void> {
  const feed = await queries.deleteFeed(ctx.db, ctx.person.id, id)
  if (!feed) throw notFound()
  requireContentMatch(expected, presentFeed(feed))
  await recordAudit(ctx.db, ctx, { action: 'calendar feed deleted', subject: subject(id), before: {} })
}

/**
 * The calendar of a feed: the visits of a veterinarian, or those to the sites of a client (decisions.md section 8).
 * @throws notFound  the feed no longer exists
 */
export async function readCalendar(
  ctx: Pick<Services, 'db' | 'provider' | 'settings'>,
  token: string,
): Promise<string> {
  const owner = await queries.ownerOfFeed(ctx.db, sha256(token))
  if (!owner) throw notFound()
  const scope = isVet(owner) ? { vet: owner.id } : { sites: owner.sites }
  const practice = await ctx.provider(ctx.db)
  return formatCalendar(await queries.visitsOfFeed(ctx.db, scope), practice, ctx.settings.publicUrl)
}
