import { formatVisitAtSite } from '@chisholm/domain/dates'
import { channelsOf, type NotificationKind, notificationTitle } from '@chisholm/domain/notifications'
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
export async function notify(
  ctx: NotifyContext,
  kind: NotificationKind,
  postMortemId: PostMortemId,
  to: queries.Recipients,
): Promise<void> {
  const found = await queries.recipientsOf(ctx.db, postMortemId, kind, to, ctx.person?.id ?? null)
  const [first] = found
  if (!first) return
  const location = `${first.customer} - ${first.site}`
  const visit =
    kind === 'scheduled' &&
    first.scheduled_at &&
    formatVisitAtSite(first.scheduled_at, first, (await ctx.provider(ctx.db)).time_zone)
  const title = notificationTitle(kind, `CHM-${first.pin}`)
  const text = visit ? `${visit}, ${location}` : location
  const rows = found.map(({ id, channels }) => ({
    id: newId<NotificationId>(),
    user_id: id,
    kind,
    post_mortem_id: postMortemId,
    title,
    text,
    in_app: channelsOf(kind, channels ?? {}).app,
  }))
  const isDelivered = found.some(
    ({ channels, has_push }) => isMailed(kind, channels) || (has_push && isPushed(kind, channels)),
  )
  // most requests reach nobody but in the app and by their own e-mails: without a job, a ticket is sent sooner
  if (isDelivered) await insertAndDeliver(ctx, rows)
  else await queries.insertNotifications(ctx.db, rows)
}

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
