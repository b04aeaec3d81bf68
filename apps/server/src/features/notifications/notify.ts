import { formatVisitAtSite, type Zone } from '@chisholm/domain/dates'
import { channelsOf, type NotificationKind, notificationTitle } from '@chisholm/domain/notifications'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { formatTicketNumber } from '@chisholm/domain/ticket-number'
import { newId, type NotificationId, type PostMortemId, type UserId } from '../../database/ids.ts'
import type { InTransaction } from '../../database/transaction.ts'
import type { Services } from '../../services.ts'
import { isMailed, isPushed } from './channels.ts'
import * as queries from './notifications.queries.ts'

/** The context of a change. `person` is its author; null: the server. */
export type NotifyContext = Pick<InTransaction<Services>, 'db' | 'jobs' | 'provider'> & {
  person: { id: UserId } | null
}

/**
 * Notifies people of an event of a ticket, in the transaction of the change: in the app, and by a job that sends
 * e-mails and pushes. Its author and users who may not see the ticket are not notified.
 */
export const notify = (
  ctx: NotifyContext,
  kind: NotificationKind,
  postMortemId: PostMortemId,
  to: queries.Recipients,
): Promise<void> => notifyOfEach(ctx, kind, [postMortemId], to)

/** Notifies people of the same event of several tickets, each like `notify`, with as many statements as of one. */
export async function notifyOfEach(
  ctx: NotifyContext,
  kind: NotificationKind,
  postMortemIds: PostMortemId[],
  to: queries.Recipients,
): Promise<void> {
  const found = await queries.recipientsOf(ctx.db, postMortemIds, kind, { ...to, except: ctx.person?.id ?? null })
  if (found.length === 0) return
  const zone = kind === 'scheduled' ? (await ctx.provider(ctx.db)).time_zone : null
  const notifications = found.map((recipient) => ({ recipient, row: newNotification(kind, recipient, zone) }))
  await queries.insertNotifications(
    ctx.db,
    notifications.map(({ row }) => row),
  )
  const jobs = [...Map.groupBy(notifications, ({ row }) => row.post_mortem_id).values()]
    // most requests reach nobody but in the app and by their own e-mails: without a job, a ticket is sent sooner
    .filter((ofTicket) => ofTicket.some(({ recipient }) => isDelivered(kind, recipient)))
    .map((ofTicket) => ({ ids: ofTicket.map(({ row }) => row.id) }))
  if (jobs.length > 0) await ctx.jobs.enqueueAll(ctx.db, 'deliver-notifications', jobs)
}

/** @param zone  the time zone of the practice, null: the notification does not tell the date of the visit */
function newNotification(kind: NotificationKind, recipient: queries.Recipient, zone: Zone | null) {
  const location = siteInFull(recipient.customer, recipient.site)
  const visit = zone && recipient.scheduled_at && formatVisitAtSite(recipient.scheduled_at, recipient, zone)
  return {
    id: newId<NotificationId>(),
    user_id: recipient.id,
    kind,
    post_mortem_id: recipient.post_mortem_id,
    title: notificationTitle(kind, formatTicketNumber(recipient.pin)),
    text: visit ? `${visit}, ${location}` : location,
    in_app: channelsOf(kind, recipient.channels ?? {}).app,
  }
}

/** Whether a recipient gets the notification by e-mail or push, too. */
const isDelivered = (kind: NotificationKind, { channels, has_push }: queries.Recipient) =>
  isMailed(kind, channels) || (has_push && isPushed(kind, channels))

/** Stores notifications with the job that sends them by e-mail and push. */
export async function insertAndDeliver(
  { db, jobs }: Pick<NotifyContext, 'db' | 'jobs'>,
  rows: queries.NewNotification[],
): Promise<void> {
  if (rows.length === 0) return
  await queries.insertNotifications(db, rows)
  await jobs.enqueue(db, 'deliver-notifications', { ids: rows.map(({ id }) => id) })
}

/** Notifies both sides of the conversation of a comment, and every veterinarian as long as none takes part. */
export async function notifyOfComment(
  ctx: NotifyContext,
  postMortemId: PostMortemId,
  { internal, fromPractice }: { internal: boolean; fromPractice: boolean },
): Promise<void> {
  const { requested_by_id, scheduled_for_id } = await queries.peopleOfPostMortem(ctx.db, postMortemId)
  await notify(ctx, 'comment', postMortemId, {
    people: [requested_by_id, scheduled_for_id, ...(await queries.authorsOfComments(ctx.db, postMortemId))],
    vets: scheduled_for_id === null && !fromPractice,
    vetsOnly: internal,
  })
}

/** Notifies the requesting client of an issued report. */
export async function notifyOfReport(
  ctx: NotifyContext,
  postMortemId: PostMortemId,
  kind: 'preliminary' | 'final' | 'amended',
): Promise<void> {
  const { requested_by_id } = await queries.peopleOfPostMortem(ctx.db, postMortemId)
  await notify(ctx, kind === 'final' ? 'completed' : kind, postMortemId, { people: [requested_by_id] })
}

/** Notifies the veterinarians of a ticket of a laboratory result. */
export async function notifyOfResult(ctx: NotifyContext, postMortemId: PostMortemId): Promise<void> {
  const { scheduled_for_id, completed_by_id } = await queries.peopleOfPostMortem(ctx.db, postMortemId)
  await notify(ctx, 'result', postMortemId, { people: [scheduled_for_id, completed_by_id], vetsOnly: true })
}
