import type { Transaction } from 'kysely'
import type { Day } from '@chisholm/domain/dates'
import type { NotificationKind } from '@chisholm/domain/notifications'
import { keysOf } from '@chisholm/domain/typed-objects'
import type {
  NotificationId,
  PostMortemId,
  PushSubscriptionId,
  ScheduledReportId,
  SiteId,
  UserId,
} from '../database/ids.ts'
import type { Tables } from '../database/tables.ts'

/**
 * The sites that an e-mail or push tells of; null: of all. It is sent only if its recipient may still see them then.
 */
interface AboutSites {
  sites: SiteId[] | null
}

/** A rendered e-mail. Its Message-ID derives from its job, so that all attempts have the same one. */
export interface Email extends Partial<AboutSites> {
  to: string
  subject: string
  text: string
  html: string
  /** Storage key of the attached logo. */
  logo?: string
  /** The kind of e-mail for its unsubscribe link; undefined, as are its sites: an account notice. */
  kind?: NotificationKind | 'digest' | 'summary'
  /** ISO timestamp from which it is useless and no longer sent. */
  validUntil?: string
  attachment?: { name: string; type: string; base64: string }
}

/** The jobs that tell people by e-mail of a step of a ticket. */
export type NotificationJob = 'tell-vets' | 'tell-assigned' | 'tell-scheduled' | 'tell-completed'

/** The data of each background job. */
export interface JobData {
  'mail.send': Email
  'tell-vets': { id: PostMortemId }
  'tell-assigned': { id: PostMortemId }
  'tell-scheduled': { id: PostMortemId }
  'tell-completed': { id: PostMortemId }
  /** A notification of a ticket to send after the quiet hours. It has no content, which may change until then. */
  'tell-later': { job: NotificationJob; id: PostMortemId; userId: UserId }
  'deliver-notifications': { ids: NotificationId[] }
  'push.send': { id: PushSubscriptionId; kind: NotificationKind; number: string | null } & Partial<AboutSites>
  'daily-notices': object
  'evaluate-alerts': object
  'mail-due-summaries': object
  'mail-summary': { id: ScheduledReportId; userId: UserId; from: Day; to: Day }
  'store-figures': object
  'render-report': { id: string }
  'mail-reset-code': { email: string }
  'mail-invitation': { id: UserId }
  'clean-up': object
  'remove-orphans': object
  retention: object
}
export type JobName = keyof JobData

/** A job that a worker has taken from the queue. */
export interface Job<Name extends JobName = JobName> {
  id: string
  data: JobData[Name]
  createdAt: Date
  /**
   * Completes the job in the caller's transaction, together with its effects.
   * @returns false if another server has taken over the job: do nothing then
   */
  finish(tx: Transaction<Tables>): Promise<boolean>
}
export type Workers = { [Name in JobName]: (job: Job<Name>) => Promise<void> }

/** Every job: the compiler finds one that is missing. */
export const jobNames = keysOf({
  'mail.send': true,
  'tell-vets': true,
  'tell-assigned': true,
  'tell-scheduled': true,
  'tell-completed': true,
  'tell-later': true,
  'deliver-notifications': true,
  'push.send': true,
  'daily-notices': true,
  'evaluate-alerts': true,
  'mail-due-summaries': true,
  'mail-summary': true,
  'store-figures': true,
  'render-report': true,
  'mail-reset-code': true,
  'mail-invitation': true,
  'clean-up': true,
  'remove-orphans': true,
  retention: true,
} satisfies Record<JobName, true>)

/** Cron schedules in UTC. Those that run every few minutes seldom find work. The daily ones run at night in America. */
export const schedules: Partial<Record<JobName, string>> = {
  // Overdue visits and digests. If none is due, it runs two short queries.
  'daily-notices': '* * * * *',
  // Without changed deaths, it runs two short queries.
  'evaluate-alerts': '* * * * *',
  // E-mailed summaries, due on Mondays and on the 1st. Otherwise it runs two short queries.
  'mail-due-summaries': '*/5 * * * *',
  // Sums of mortality. Without changes of deaths or head, it runs three short queries.
  'store-figures': '* * * * *',
  'clean-up': '17 * * * *',
  'remove-orphans': '23 8 * * *',
  // This job runs after the removal of orphaned files, so that files of removed rows stay for another night, because a
  // running backup may read them.
  retention: '53 8 * * *',
}

/** A backup includes all jobs but scheduled ones. */
export const jobsToBackUp = jobNames.filter((name) => schedules[name] === undefined)
