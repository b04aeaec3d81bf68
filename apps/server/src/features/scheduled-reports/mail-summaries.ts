import { isDeepStrictEqual } from 'node:util'
import { addDays } from '@chisholm/domain/dates'
import { duePeriod, lastPeriod, type Period, reportPeriods } from '@chisholm/domain/scheduled-reports'
import type { Executor } from '../../database/executor.ts'
import type { ScheduledReportId } from '../../database/ids.ts'
import { lockUsersByIdForShare } from '../../database/lock-users.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Email, Job, JobData } from '../../jobs/jobs.ts'
import { runEach } from '../../jobs/run-each.ts'
import { lockCustomersForEmail } from '../../mail/customer-email-lock.ts'
import { readSender } from '../../mail/email-jobs.ts'
import { summaryEmail } from '../../mail/email-templates.ts'
import type { Services } from '../../services.ts'
import { sitesOfUser } from '../auth/index.ts'
import { quietUntil } from '../notifications/index.ts'
import { type InsightScope, readInsightFilters, sitesInScope, valuesOf, visibleLots } from '../insight/index.ts'
import * as queries from './scheduled-reports.queries.ts'
import { printSummary, type Summary } from './summary.ts'

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
 * users without a site of the summary, get none, nor does anybody if its schedule has changed. In quiet hours it waits
 * for their end.
 *
 * It is printed before anything is locked, because that may take minutes. Under the locks everything that it rests on is
 * read again; if something has changed meanwhile, it is printed again by another job.
 */
export async function mailSummary(services: Services, job: Job<'mail-summary'>): Promise<void> {
  const basis = await readBasis(services.db, job.data)
  const isQuiet = (await quietUntil(services, job.data.userId)) !== undefined
  const summary = basis && !isQuiet ? await printSummary(services, basis.report, job.data, readerOf(basis)) : null
  await inTransaction(services, async (services) => {
    const { db, jobs } = services
    if (!(await job.finish(db))) return
    await lockCustomersForEmail(db)
    // permissions do not change until the transaction ends
    await lockUsersByIdForShare(db, [job.data.userId])
    const current = await readBasis(db, job.data)
    if (!current) return
    const after = await quietUntil(services, job.data.userId)
    if (after) return jobs.enqueueAll(db, 'mail-summary', [job.data], { after })
    if (!summary || !isDeepStrictEqual(current, basis)) return jobs.enqueue(db, 'mail-summary', job.data)
    await jobs.enqueue(db, 'mail.send', await toEmail(services, job.data, current, summary))
  })
}

const readerOf = ({ sites }: Pick<Basis, 'sites'>) => ({ sites, canReadFilter: false })

/** What a summary rests on besides its figures. Undefined if there is none for this recipient. */
async function readBasis(db: Executor, { id, userId, from, to }: JobData['mail-summary']) {
  const report = await queries.reportOfRecipient(db, id, userId)
  const sites = report && (await sitesOfUser(db, userId))
  if (!report || !sites) return
  const period = lastPeriod(report.every, addDays(to, 1))
  // a week of a report that has become monthly meanwhile, or the other way round
  if (period.from !== from || period.to !== to) return
  const filters = await readInsightFilters(report.filter)
  const counted = await sitesInScope(db, { sites, filters })
  if (counted.length === 0) return
  return { report, sites, filters, counted, lots: await visibleLots(db, sites, valuesOf({ filters }, 'lot') ?? []) }
}
type Basis = NonNullable<Awaited<ReturnType<typeof readBasis>>>

async function toEmail(
  services: Parameters<typeof readSender>[0],
  { from, to }: Period,
  { report, sites, filters, counted, lots }: Basis,
  { pdf, ...summary }: Summary,
): Promise<Email> {
  const link = insightUrl({ filters, from, to }, lots)
  return {
    ...summaryEmail(await readSender(services), { ...summary, link }),
    to: report.email,
    kind: 'summary',
    // veterinarians' figures count opinions that were not issued, too
    sites: sites.ids && counted.map((site) => site.id),
    attachment: { name: `${summary.name}.pdf`, type: 'application/pdf', base64: pdf.toString('base64') },
  }
}

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
