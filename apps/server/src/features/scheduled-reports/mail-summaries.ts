import { addDays } from '@chisholm/domain/dates'
import { duePeriod, lastPeriod, type Period, reportPeriods } from '@chisholm/domain/scheduled-reports'
import type { ScheduledReportId } from '../../database/ids.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Job } from '../../jobs/jobs.ts'
import { runEach } from '../../jobs/run-each.ts'
import { lockCustomersForEmail } from '../../mail/customer-email-lock.ts'
import { readSender } from '../../mail/email-jobs.ts'
import { summaryEmail } from '../../mail/email-templates.ts'
import type { Services } from '../../services.ts'
import { sitesOfUser } from '../auth/index.ts'
import { quietUntil } from '../notifications/index.ts'
import { type InsightScope, readInsightFilters, sitesInScope, valuesOf, visibleLots } from '../insight/index.ts'
import * as queries from './scheduled-reports.queries.ts'
import { printSummary } from './summary.ts'

/** Enqueues a job for each recipient of the summaries that are due. Several servers may do so concurrently. */
export async function mailDueSummaries(
  services: Pick<Services, 'db' | 'jobs' | 'provider'>,
  now = new Date(),
): Promise<void> {
  const { time_zone: zone } = await services.provider(services.db)
  const tasks: (() => Promise<void>)[] = []
  for (const every of reportPeriods) {
    const { dueAt, ...period } = duePeriod(every, now, zone)
    const due = await queries.reportsToMail(services.db, every, period.from, dueAt)
    tasks.push(
      ...due.map(
        ({ id }) =>
          () =>
            mailReport(services, id, { every, dueAt, ...period }),
      ),
    )
  }
  await runEach(tasks)
}

/** Decides under the report's row lock, and marks its period in the same transaction. */
const mailReport = (
  services: Pick<Services, 'db' | 'jobs'>,
  id: ScheduledReportId,
  { every, dueAt, from, to }: Period & { every: (typeof reportPeriods)[number]; dueAt: Date },
): Promise<void> =>
  inTransaction(services, async (services) => {
    const { db, jobs } = services
    const report = await queries.lockDue(db, id, every, dueAt)
    if (!report || !(await queries.markMailed(db, id, every, from)) || report.recipients.length === 0) return
    await jobs.enqueueAll(
      db,
      'mail-summary',
      report.recipients.map((userId) => ({ id, userId, from, to })),
    )
  })

/**
 * Creates the e-mail of one recipient from the data that the recipient may see now. Removed and disabled users, and
 * users without a site of the summary, get none, nor does anybody if its schedule has changed. In quiet hours it waits for their end.
 */
export const mailSummary = (services: Services, job: Job<'mail-summary'>): Promise<void> =>
  inTransaction(services, async (services) => {
    const { db, jobs } = services
    const { id, userId, from, to } = job.data
    if (!(await job.finish(db))) return
    await lockCustomersForEmail(db)
    const report = await queries.lockRecipient(db, id, userId)
    const sites = report && (await sitesOfUser(db, userId))
    if (!report || !sites) return
    const period = lastPeriod(report.every, addDays(to, 1))
    // a week of a report that has become monthly meanwhile, or the other way round
    if (period.from !== from || period.to !== to) return
    const filters = await readInsightFilters(report.filter)
    const counted = await sitesInScope(db, { sites, filters })
    if (counted.length === 0) return
    const after = await quietUntil(services, userId)
    // everything is read again then
    if (after) return jobs.enqueueAll(db, 'mail-summary', [job.data], { after })
    const summary = await printSummary(services, report, { from, to }, { sites, canReadFilter: false })
    const lots = await visibleLots(db, sites, valuesOf({ filters }, 'lot') ?? [])
    const content = summaryEmail(await readSender(services), {
      ...summary,
      link: insightUrl({ filters, from, to }, lots),
    })
    const attachment = { name: `${summary.name}.pdf`, type: 'application/pdf', base64: summary.pdf.toString('base64') }
    await jobs.enqueue(db, 'mail.send', {
      ...content,
      to: report.email,
      kind: 'summary',
      // veterinarians' figures count opinions that were not issued, too
      sites: sites.ids && counted.map((site) => site.id),
      attachment,
    })
  })

/**
 * The page with the figures of a summary: its period and filters, of which the page takes one value each.
 * @param lots  those of the filters that the reader may see
 */
function insightUrl(scope: Pick<InsightScope, 'filters' | 'from' | 'to'>, lots: string[]): string {
  const search = new URLSearchParams({ from: scope.from, to: scope.to })
  for (const [name, values] of [
    ['site', valuesOf(scope, 'site_id')],
    ['lot', lots],
    ['cause', valuesOf(scope, 'system')],
  ] as const) {
    const [value, ...others] = values ?? []
    if (value !== undefined && others.length === 0) search.set(name, value)
  }
  return `/a/insight?${search.toString()}`
}
