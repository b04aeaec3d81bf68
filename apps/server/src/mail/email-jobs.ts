import type { NotificationKind } from '@chisholm/domain/notifications'
import { strictestLevel } from '@chisholm/domain/danger-signs'
import { formatVisitAtSite, type Zone } from '@chisholm/domain/dates'
import { fullName } from '@chisholm/domain/full-name'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { formatTicketNumber } from '@chisholm/domain/ticket-number'
import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { PostMortemId, UserId } from '../database/ids.ts'
import type { Executor } from '../database/executor.ts'
import type { Services } from '../services.ts'
import { type InTransaction, inTransaction } from '../database/transaction.ts'
import type { Email, Job, NotificationJob, Workers } from '../jobs/jobs.ts'
import { errorMessage } from '../operator-error.ts'
import { acquireAdvisoryLock } from '../database/advisory-lock.ts'
import { hasOtherJob, hasSameJob } from '../jobs/queue-depth.queries.ts'
import { isRefusedForGood, type MailTransport } from './mail-transport.ts'
import { lockCustomersForEmail } from './customer-email-lock.ts'
import { emailOfUser, lockRecipients, postMortemForMail, activeVetEmails } from './email.queries.ts'
import * as templates from './email-templates.ts'

type PostMortem = NonNullable<Awaited<ReturnType<typeof postMortemForMail>>>

export interface PlannedEmail {
  to: string
  /** The owner of the address has quiet hours until then. */
  later?: { userId: UserId; after: Date }
}

/** Rules that the features provide for e-mails; app.ts passes them, so that imports run one way. */
export interface MailRules {
  /** The addresses whose owners want e-mails of this kind, those in quiet hours with the end of these. */
  plan(services: InTransaction<Services>, kind: NotificationKind, addresses: string[]): Promise<PlannedEmail[]>
  /**
   * Whether the recipient may still read the e-mail and still wants it, and its one-click unsubscribe URL; null: no
   * account has the address.
   */
  recipient(email: Email): Promise<{ shouldSend: boolean; unsubscribeUrl: string | null }>
  onRefused(email: Email, reason: string): Promise<void>
  onAccepted(email: Email): Promise<void>
}

/** The content and recipient of a job. */
interface Notice {
  kind(postMortem: PostMortem): NotificationKind
  template: typeof templates.postMortemSent
  recipients(db: Transaction<Tables>, postMortem: PostMortem): Promise<(string | null)[]>
}

const notices: Record<NotificationJob, Notice> = {
  'tell-vets': {
    kind: ({ danger_signs }) => (strictestLevel(danger_signs) ? 'danger' : 'request_sent'),
    template: templates.postMortemSent,
    recipients: async (db) => (await activeVetEmails(db)).map((vet) => vet.email),
  },
  'tell-assigned': {
    kind: () => 'assigned',
    template: templates.postMortemAssigned,
    recipients: async (_db, postMortem) => [postMortem.vet_email],
  },
  'tell-scheduled': {
    kind: () => 'scheduled',
    template: templates.postMortemScheduled,
    recipients: async (_db, postMortem) => [postMortem.requester_email],
  },
  'tell-completed': {
    kind: () => 'completed',
    template: templates.postMortemCompleted,
    recipients: async (_db, postMortem) => [postMortem.requester_email],
  },
}

/**
 * The workers that send e-mail. A notification becomes one job per recipient in the transaction that completes it. So
 * nobody gets it twice, and a retry for one recipient does not reach the others.
 */
export function emailWorkers(
  services: Services,
  mail: MailTransport,
  rules: MailRules,
): Pick<Workers, 'mail.send' | 'tell-later' | NotificationJob> {
  const notify = (name: NotificationJob) => (job: Job<NotificationJob>) =>
    inTransaction(services, (services) => notifyRecipients({ ...services, rules }, name, job))
  return {
    // If the recipient was erased before this job ran, the job has no address and there is nothing to send.
    'mail.send': async (job) => (job.data.to ? send(mail, rules, job) : undefined),
    'tell-vets': notify('tell-vets'),
    'tell-assigned': notify('tell-assigned'),
    'tell-scheduled': notify('tell-scheduled'),
    'tell-completed': notify('tell-completed'),
    'tell-later': (job) => inTransaction(services, (services) => notifyAfterQuietHours({ ...services, rules }, job)),
  }
}

type MailContext = InTransaction<Services> & { rules: MailRules }

async function notifyRecipients(ctx: MailContext, name: NotificationJob, job: Job<NotificationJob>): Promise<void> {
  const { db } = ctx
  const { id } = job.data
  await acquireAdvisoryLock(db, `${name} ${id}`)
  if (!(await job.finish(db))) return
  const postMortem = await lockPostMortemForMail(db, name, id)
  // Another job will report the current state. It is looked for after the state was read, because a change that is
  // visible above has its job visible here; of the jobs of a ticket, which run in turns, the last one finds none.
  if (!postMortem || (await hasOtherJob(db, name, job))) return
  await mailNotice(ctx, name, postMortem, await notices[name].recipients(db, postMortem))
}

/** Notifies one user of the current state, if the user still may see the ticket and wants the e-mail. */
async function notifyAfterQuietHours(ctx: MailContext, job: Job<'tell-later'>): Promise<void> {
  const { db } = ctx
  const { job: name, id, userId } = job.data
  await acquireAdvisoryLock(db, `${name} ${id}`)
  if (!(await job.finish(db)) || (await hasSameJob(db, 'tell-later', job))) return
  const postMortem = await lockPostMortemForMail(db, name, id)
  const address = await emailOfUser(db, userId)
  if (!postMortem || address === undefined) return
  // done while the e-mail waited
  if (name !== 'tell-completed' && postMortem.completed_at) return
  const allowed = await notices[name].recipients(db, postMortem)
  await mailNotice(
    ctx,
    name,
    postMortem,
    allowed.filter((one) => one === address),
  )
}

/** Reads a ticket after its customer and recipients were locked against erasure. */
async function lockPostMortemForMail(
  db: Transaction<Tables>,
  name: NotificationJob,
  id: PostMortemId,
): Promise<PostMortem | undefined> {
  await lockCustomersForEmail(db)
  await lockRecipients(db, id, name === 'tell-vets')
  return postMortemForMail(db, id)
}

/** Enqueues one e-mail per recipient, or a later notification if the recipient has quiet hours. */
async function mailNotice(
  ctx: MailContext,
  name: NotificationJob,
  postMortem: PostMortem,
  recipients: (string | null)[],
): Promise<void> {
  const { db, jobs, rules } = ctx
  // the visit was taken off again
  if (name === 'tell-scheduled' && !postMortem.scheduled_at) return
  const { time_zone: zone } = await ctx.provider(db)
  const content = notices[name].template(await readSender(ctx), templateValues(postMortem, zone))
  const kind = notices[name].kind(postMortem)
  const addresses = recipients.filter((address) => address !== null)
  const planned = await rules.plan(ctx, kind, addresses)
  for (const { later } of planned)
    if (later) await jobs.enqueueAll(db, 'tell-later', [{ job: name, id: postMortem.id, userId: later.userId }], later)
  const now = planned.filter(({ later }) => !later)
  if (now.length > 0)
    await jobs.enqueueAll(
      db,
      'mail.send',
      now.map(({ to }) => ({ ...content, to, kind, sites: [postMortem.site_id] })),
    )
}

function templateValues(postMortem: PostMortem, zone: Zone): templates.PostMortemValues {
  const vet = fullName({ first_name: postMortem.vet_first_name, last_name: postMortem.vet_last_name })
  return {
    id: postMortem.id,
    number: formatTicketNumber(postMortem.pin),
    location: siteInFull(postMortem.customer, postMortem.site),
    requester: fullName({ first_name: postMortem.requester_first_name, last_name: postMortem.requester_last_name }),
    animals: postMortem.animals,
    dangerSigns: postMortem.danger_signs,
    date: postMortem.scheduled_at && formatVisitAtSite(postMortem.scheduled_at, postMortem, zone),
    vet: vet || null,
  }
}

/** Sends an e-mail, unless it has expired or its recipient may no longer read it, or no longer wants it. */
async function send(mail: MailTransport, rules: MailRules, job: Job<'mail.send'>): Promise<void> {
  const email = job.data
  if (email.validUntil && new Date(email.validUntil) <= new Date()) return
  const { shouldSend, unsubscribeUrl } = await rules.recipient(email)
  if (!shouldSend) return
  try {
    await mail.send(job, unsubscribeUrl)
  } catch (thrown) {
    if (!isRefusedForGood(thrown)) throw thrown
    return rules.onRefused(email, errorMessage(thrown))
  }
  // A failed job would send the e-mail again. The next accepted e-mail repeats this.
  await rules.onAccepted(email).catch(() => {})
}

/** Details of the practice that every e-mail shows. */
export async function readSender({
  db,
  settings,
  provider,
}: Pick<Services, 'settings' | 'provider'> & { db: Executor }): Promise<templates.EmailSender> {
  const { name, address, logoKey } = await provider(db)
  return { url: settings.publicUrl, provider: name, address, logo: logoKey }
}
