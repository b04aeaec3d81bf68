import type { NotificationKind } from '@chisholm/domain/notifications'
import { strictestLevel } from '@chisholm/domain/danger-signs'
import { formatVisitAtSite, type Zone } from '@chisholm/domain/dates'
import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Executor } from '../database/executor.ts'
import type { Services } from '../services.ts'
import { type InTransaction, inTransaction } from '../database/transaction.ts'
import type { Email, Job, Workers } from '../jobs/job-queue.ts'
import { errorMessage } from '../operator-error.ts'
import { acquireAdvisoryLock } from '../database/advisory-lock.ts'
import { hasOtherJob } from '../jobs/queue-depth.queries.ts'
import { isRefusedForGood, type MailTransport } from './mail-transport.ts'
import { lockRecipients, postMortemForMail, lockVetEmails } from './email.queries.ts'
import * as templates from './email-templates.ts'

type NotificationJob = 'tell-vets' | 'tell-assigned' | 'tell-scheduled' | 'tell-completed'
type PostMortem = NonNullable<Awaited<ReturnType<typeof postMortemForMail>>>

/** Rules that the features provide for e-mails; app.ts passes them, so that imports run one way. */
export interface MailRules {
  /** The addresses whose owners want e-mails of this kind, each with the earliest time of sending. */
  plan(
    services: InTransaction<Services>,
    kind: NotificationKind,
    addresses: string[],
  ): Promise<{ to: string; after?: Date }[]>
  /** The one-click unsubscribe URL; null: no account has this e-mail address. */
  unsubscribeUrl(email: Email): Promise<string | null>
  onRefused(email: Email, reason: string): Promise<void>
  onAccepted(email: Email): Promise<void>
}

/**
 * The workers that send e-mail. A notification becomes one job per recipient in the transaction that completes it. So
 * nobody gets it twice, and a retry for one recipient does not reach the others.
 */
export function emailWorkers(
  services: Services,
  mail: MailTransport,
  rules: MailRules,
): Pick<Workers, 'mail.send' | NotificationJob> {
  const notify =
    (
      name: NotificationJob,
      kindOf: (postMortem: PostMortem) => NotificationKind,
      template: typeof templates.postMortemSent,
      recipients: (db: Transaction<Tables>, postMortem: PostMortem) => Promise<(string | null)[]>,
    ) =>
    (job: Job<NotificationJob>) =>
      inTransaction(services, async (services) => {
        const { db } = services
        await acquireAdvisoryLock(db, `${name} ${job.data.id}`)
        if (!(await job.finish(db))) return
        await lockRecipients(db, job.data.id, name === 'tell-vets')
        const postMortem = await postMortemForMail(db, job.data.id)
        // Another job will report the current state. It is looked for after the state was read, because a change that is
        // visible above has its job visible here; of the jobs of a ticket, which run in turns, the last one finds none.
        if (!postMortem || (await hasOtherJob(db, name, job))) return
        const { time_zone: zone } = await services.provider(db)
        const content = template(await readSender(services), templateValues(postMortem, zone))
        const addresses = (await recipients(db, postMortem)).filter((address) => address !== null)
        const kind = kindOf(postMortem)
        for (const { to, after } of await rules.plan(services, kind, addresses))
          await services.jobs.enqueueAll(db, 'mail.send', [{ ...content, to, kind }], after ? { after } : {})
      })

  return {
    // If the recipient was erased before this job ran, the job has no address and there is nothing to send.
    'mail.send': async (job) => (job.data.to ? send(job.data, job.id) : undefined),
    'tell-vets': notify('tell-vets', kindOfRequest, templates.postMortemSent, async (db) =>
      (await lockVetEmails(db)).map((vet) => vet.email),
    ),
    'tell-assigned': notify(
      'tell-assigned',
      () => 'assigned',
      templates.postMortemAssigned,
      async (_db, postMortem) => [postMortem.vet_email],
    ),
    'tell-scheduled': notify(
      'tell-scheduled',
      () => 'scheduled',
      templates.postMortemScheduled,
      async (_db, postMortem) => [postMortem.requester_email],
    ),
    'tell-completed': notify(
      'tell-completed',
      () => 'completed',
      templates.postMortemCompleted,
      async (_db, postMortem) => [postMortem.requester_email],
    ),
  }

  async function send(email: Email, jobId: string): Promise<void> {
    try {
      await mail.send(email, jobId, await rules.unsubscribeUrl(email))
    } catch (thrown) {
      if (!isRefusedForGood(thrown)) throw thrown
      return rules.onRefused(email, errorMessage(thrown))
    }
    await rules.onAccepted(email)
  }

  function templateValues(postMortem: PostMortem, zone: Zone): templates.PostMortemValues {
    const vet = [postMortem.vet_first_name, postMortem.vet_last_name].filter(Boolean).join(' ')
    return {
      id: postMortem.id,
      number: `CHM-${postMortem.pin}`,
      location: `${postMortem.customer} - ${postMortem.site}`,
      requester: [postMortem.requester_first_name, postMortem.requester_last_name].filter(Boolean).join(' '),
      animals: postMortem.animals,
      dangerSigns: postMortem.danger_signs,
      date: postMortem.scheduled_at && formatVisitAtSite(postMortem.scheduled_at, postMortem, zone),
      vet: vet || null,
    }
  }
}

const kindOfRequest = ({ danger_signs }: PostMortem) => (strictestLevel(danger_signs) ? 'danger' : 'request_sent')

/** Details of the practice that every e-mail shows. */
export async function readSender({
  db,
  settings,
  provider,
}: Pick<Services, 'settings' | 'provider'> & { db: Executor }): Promise<templates.EmailSender> {
  const { name, address, logoKey } = await provider(db)
  return { url: settings.publicUrl, provider: name, address, logo: logoKey }
}
