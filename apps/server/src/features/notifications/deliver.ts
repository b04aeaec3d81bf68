import { formatTicketNumber } from '@chisholm/domain/ticket-number'
import type { NotificationId } from '../../database/ids.ts'
import type { InTransaction } from '../../database/transaction.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Job } from '../../jobs/jobs.ts'
import { lockCustomersForEmail } from '../../mail/customer-email-lock.ts'
import { readSender } from '../../mail/email-jobs.ts'
import { notificationEmail } from '../../mail/email-templates.ts'
import type { Services } from '../../services.ts'
import { isMailed, isPushed } from './channels.ts'
import * as queries from './deliver.queries.ts'
import { linkOf } from './notifications.ts'
import { notifiableFrom } from './preferences.ts'

type Notice = Awaited<ReturnType<typeof queries.notificationsToDeliver>>[number]

/**
 * Enqueues one job per e-mail and push of these notifications, in the transaction that completes this job. During a
 * person's quiet hours, notifications wait for their end and are then evaluated again.
 */
export const deliverNotifications = (services: Services, job: Job<'deliver-notifications'>): Promise<void> =>
  inTransaction(services, async (services) => {
    if (!(await job.finish(services.db))) return
    await lockCustomersForEmail(services.db)
    const notices = await queries.notificationsToDeliver(services.db, job.data.ids)
    if (notices.length === 0) return
    const { time_zone: practiceZone } = await services.provider(services.db)
    const due: Notice[] = []
    for (const notice of notices) {
      const after = notifiableFrom(notice.kind, notice, practiceZone)
      if (after) await postpone(services, notice.id, after)
      else due.push(notice)
    }
    await mail(services, due)
    await push(services, due)
  })

const postpone = ({ jobs, db }: InTransaction<Services>, id: NotificationId, after: Date) =>
  jobs.enqueueAll(db, 'deliver-notifications', [{ ids: [id] }], { after })

async function mail(services: InTransaction<Services>, notices: Notice[]): Promise<void> {
  const mailed = notices.filter(({ kind, channels }) => isMailed(kind, channels))
  if (mailed.length === 0) return
  const sender = await readSender(services)
  await services.jobs.enqueueAll(
    services.db,
    'mail.send',
    mailed.map((notice) => ({
      ...notificationEmail(sender, { ...notice, link: linkOf(notice, notice) }),
      to: notice.email,
      kind: notice.kind,
      sites: notice.sites,
    })),
  )
}

async function push({ db, jobs }: InTransaction<Services>, notices: Notice[]): Promise<void> {
  const pushed = notices.filter(({ kind, channels }) => isPushed(kind, channels))
  if (pushed.length === 0) return
  const subscriptions = await queries.subscriptionsOf(
    db,
    pushed.map(({ user_id }) => user_id),
  )
  const data = pushed.flatMap(({ user_id, kind, pin, sites }) =>
    subscriptions
      .filter((one) => one.user_id === user_id)
      .map(({ id }) => ({ id, kind, number: pin === null ? null : formatTicketNumber(pin), sites })),
  )
  if (data.length > 0) await jobs.enqueueAll(db, 'push.send', data)
}
