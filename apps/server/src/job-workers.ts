import type { FastifyBaseLogger } from 'fastify'
import { deleteExpired } from './database/delete-expired.ts'
import { evaluateAlerts } from './features/alerts/index.ts'
import { mailResetCode } from './features/auth/index.ts'
import { deleteOldChanges } from './features/events/index.ts'
import { storeFigures } from './features/insight/index.ts'
import { deliverNotifications, mailRules, sendDailyNotices, sendPush } from './features/notifications/index.ts'
import { readLogo } from './features/provider/index.ts'
import { removeExpiredData } from './features/retention/index.ts'
import { renderIssuedReport } from './features/reports/index.ts'
import { mailDueSummaries, mailSummary } from './features/scheduled-reports/index.ts'
import { createTemporaryPassword, eraseLateSources, mailInvitation } from './features/users/index.ts'
import type { Services } from './services.ts'
import { inTransaction } from './database/transaction.ts'
import { eraseEmailBodies } from './jobs/job-queue.queries.ts'
import type { Job, Workers } from './jobs/jobs.ts'
import { openMailTransport } from './mail/mail-transport.ts'
import { emailWorkers } from './mail/email-jobs.ts'
import { removeOrphanedFiles } from './storage/orphaned-files.ts'

/** The functions that process the jobs of the queue, by the name of the job. */
export function createJobWorkers(services: Services, log: FastifyBaseLogger): Workers {
  return {
    ...emailWorkers(
      services,
      openMailTransport(services.settings, {
        provider: () => services.provider(services.db),
        logo: (key) => readLogo(services, key),
      }),
      mailRules(services),
    ),
    'mail-reset-code': (job: Job<'mail-reset-code'>) =>
      inTransaction(services, async (services) => {
        if (await job.finish(services.db)) await mailResetCode(services, job.data.email)
      }),
    'mail-invitation': async (job: Job<'mail-invitation'>) => {
      const temporary = await createTemporaryPassword()
      await inTransaction(services, async (services) => {
        if (await job.finish(services.db)) await mailInvitation(services, job.data.id, temporary)
      })
    },
    'deliver-notifications': (job: Job<'deliver-notifications'>) => deliverNotifications(services, job),
    'push.send': (job: Job<'push.send'>) => sendPush(services, job, log),
    'daily-notices': () => sendDailyNotices(services),
    'evaluate-alerts': () => evaluateAlerts(services),
    'mail-due-summaries': () => mailDueSummaries(services),
    'mail-summary': (job: Job<'mail-summary'>) => mailSummary(services, job),
    'store-figures': () => storeFigures(services),
    'render-report': (job: Job<'render-report'>) => renderIssuedReport(services, job),
    'clean-up': async () => {
      await deleteExpired(services.db)
      await deleteOldChanges(services.db)
      await eraseEmailBodies(services.db)
      await eraseLateSources(services.db)
    },
    'remove-orphans': async () => void (await removeOrphanedFiles(services.db, services.storage, log)),
    retention: async () => log.info({ removed: await removeExpiredData(services, new Date()) }, 'retention applied'),
  }
}
