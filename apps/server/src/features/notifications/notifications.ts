import { postMortemPath, reportPath } from '@chisholm/domain/page-paths'
import type { Notification } from '@chisholm/domain/schemas/notifications'
import type { NotificationId } from '../../database/ids.ts'
import { notFound } from '../../http/app-error.ts'
import type { Context, SignedInUser, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireContentMatch } from '../../http/etag.ts'
import type { ListRequest } from '../../http/pagination.ts'
import * as queries from './notifications.queries.ts'

/** The page of the web app that a notification leads to. */
export function linkOf(
  person: Pick<SignedInUser, 'roles'>,
  row: Pick<queries.NotificationRow, 'kind' | 'link' | 'post_mortem_id'>,
): string {
  if (row.link !== null || row.post_mortem_id === null) return row.link ?? '/a/'
  const page = postMortemPath(person, row.post_mortem_id)
  const isReport = ['preliminary', 'completed', 'amended'].includes(row.kind)
  return isReport ? reportPath(page) : page
}

const present = (person: Pick<SignedInUser, 'roles'>, row: queries.NotificationRow): Notification => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  text: row.text,
  link: linkOf(person, row),
  post_mortem_id: row.post_mortem_id,
  created_at: row.created_at.toISOString(),
  read_at: row.read_at?.toISOString() ?? null,
})

/** Lists the user's notifications, newest first. @returns one page, the total, and the number of all unread ones */
export async function listNotifications({ db, person }: Context, list: ListRequest<never, 'created_at'>) {
  const { rows, ...counts } = await queries.readNotificationPage(db, person.id, person.sites, list)
  return { ...counts, notifications: rows.map((row) => present(person, row)) }
}

/** @throws notFound  it does not exist, or belongs to somebody else */
export async function readNotification({ db, person }: Context, id: NotificationId): Promise<{ data: Notification }> {
  const row = await queries.notificationById(db, person.id, person.sites, id)
  if (!row) throw notFound()
  return { data: present(person, row) }
}

/**
 * Marks a notification as read or unread; undefined: it stays as it is.
 * @throws notFound  it does not exist, or belongs to somebody else
 * @throws stale     it has changed since the caller read it
 */
export async function markRead(
  ctx: WriteContext,
  id: NotificationId,
  isRead: boolean | undefined,
  expected: IfMatch,
): Promise<void> {
  await queries.lockNotification(ctx.db, ctx.person.id, id)
  const row = await queries.notificationById(ctx.db, ctx.person.id, ctx.person.sites, id)
  if (!row) throw notFound()
  requireContentMatch(expected, present(ctx.person, row))
  if (isRead !== undefined) await queries.setRead(ctx.db, id, isRead)
}

export const markAllRead = (ctx: WriteContext) => queries.setAllRead(ctx.db, ctx.person.id)
