import { randomBytes } from 'node:crypto'
import { isVet } from '@chisholm/domain/permissions'
import { type CalendarFeedId, newId } from '../../database/ids.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { notFound } from '../../http/app-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { sha256 } from '../auth/index.ts'
import { formatCalendar } from './format-calendar.ts'
import * as queries from './calendar-feeds.queries.ts'

const subject = (id: string) => ({ type: 'calendar-feed', id })

/** The calendar feed of the user, if there is one. Its address is shown only when it is made. */
export const listFeeds = async (ctx: Context) =>
  (await queries.feedsOfUser(ctx.db, ctx.person.id)).map(({ id, created_at }) => ({
    id,
    created_at: created_at.toISOString(),
  }))

/** Makes a calendar feed in place of the one before, whose address ends. @returns the secret part of its address */
export async function createFeed(ctx: WriteContext): Promise<{ id: CalendarFeedId; token: string }> {
  const [id, token] = [newId<CalendarFeedId>(), randomBytes(32).toString('base64url')]
  await queries.replaceFeed(ctx.db, { id, user_id: ctx.person.id, token_hash: sha256(token) })
  await recordAudit(ctx.db, ctx, 'calendar feed made', subject(id), null, {})
  return { id, token }
}

/** @throws notFound  the user has no such feed */
export async function deleteFeed(ctx: WriteContext, id: CalendarFeedId): Promise<void> {
  if (!(await queries.deleteFeed(ctx.db, ctx.person.id, id))) throw notFound()
  await recordAudit(ctx.db, ctx, 'calendar feed deleted', subject(id), {}, null)
}

/**
 * The calendar of a feed: the visits of a veterinarian, or those to the sites of a client (decisions.md section 8).
 * @throws notFound  there is no such feed any more
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
