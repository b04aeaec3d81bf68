import { constants } from '@chisholm/domain/constants'
import { dayOf } from '@chisholm/domain/dates'
import type { ScheduledReport } from '@chisholm/domain/schemas/scheduled-reports'
import { isReportPeriod, lastPeriod, validateScheduledReport } from '@chisholm/domain/scheduled-reports'
import { serverTexts } from '@chisholm/domain/server-texts'
import { keysOf, withoutUndefined } from '@chisholm/domain/typed-objects'
import type { ScheduledReportId, UserId } from '../../database/ids.ts'
import { lockUsersByIdForShare } from '../../database/lock-users.ts'
import { AppError, type FieldErrors, idInUse, invalid, notFound } from '../../http/app-error.ts'
import { isUuid } from '../../http/body-fields.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireContentMatch } from '../../http/etag.ts'
import { insertWithinQuota } from '../../http/insert-within-quota.ts'
import { consumeRenderLimit } from '../../http/render-limit.ts'
import type { Services } from '../../services.ts'
import { type NewAuditEntry, recordAddition, recordAudit, wasCreatedAs } from '../audit-recorder/index.ts'
import { lockOwnAccount } from '../auth/index.ts'
import { insightFilters, type InsightScope, readInsightFilters } from '../insight/index.ts'
import * as queries from './scheduled-reports.queries.ts'
import { printSummary } from './summary.ts'

const quota = {
  table: 'scheduled_reports',
  lock: 'summaries',
  max: constants.scheduledReports.perUser,
  refusal: serverTexts.refusal.tooManySummaries,
} as const
const subject = (id: string) => ({ type: 'scheduled-report', id })

/** The fields of a request. A field that is undefined stays as it is. */
export interface ReportPatch {
  name: string | null | undefined
  filter: object | undefined
  every: string | null | undefined
  recipients: string[] | undefined
  language: string | null | undefined
}

/** A report in the format of responses. */
const present = ({ user_id: _, ...report }: queries.ReportRow): ScheduledReport => report

export async function listReports({ db, person }: Context, list: Parameters<typeof queries.readReportPage>[2]) {
  const { total, rows } = await queries.readReportPage(db, person, list)
  return { total, reports: rows.map(present) }
}

/** @throws notFound  the report does not exist, or the user does not see it */
export async function readReport({ db, person }: Context, id: ScheduledReportId): Promise<ScheduledReport> {
  const report = await queries.reportById(db, person, id, false)
  if (!report) throw notFound()
  return present(report)
}

/** Reads filters, or null and an error. */
async function parseFilter(sent: object, errors: FieldErrors): Promise<InsightScope['filters'] | null> {
  try {
    return await readInsightFilters(sent)
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    errors['filter'] = [thrown.message]
    return null
  }
}

/** The filters in the order of `insightFilters`; values sent as a list stay a list. */
function toStored(sent: Record<string, unknown>, filters: InsightScope['filters']): ScheduledReport['filter'] {
  const byField = new Map(filters.map(({ field, values }) => [field, values]))
  return Object.fromEntries(
    keysOf(insightFilters).flatMap((field) => {
      const values = byField.get(field)
      return values ? [[field, Array.isArray(sent[field]) ? values : values.join(',')]] : []
    }),
  )
}

async function validate(ctx: WriteContext, sent: Omit<queries.ReportRow, 'id' | 'user_id'> | CompleteFields) {
  const recipients = [...new Set(sent.recipients.map((id) => id.toLowerCase()))]
  const errors: FieldErrors = validateScheduledReport({ ...sent, recipients })
  const filters = await parseFilter(sent.filter, errors)
  const { sitesUnknown, diagnosisUnknown, recipientsUnknown } = serverTexts.validation
  if (filters) {
    const found = await queries.checkFilter(ctx.db, ctx.person, filters)
    if (!found.sites || !found.customers) errors['filter'] = [sitesUnknown]
    else if (!found.diagnoses) errors['filter'] = [diagnosisUnknown]
  }
  if (!errors['recipients']) {
    const ids = recipients.filter((id) => isUuid<UserId>(id))
    if (ids.length < recipients.length || (await queries.lockAllowedRecipients(ctx.db, ctx.person, ids)) < ids.length)
      errors['recipients'] = [recipientsUnknown]
  }
  const { every, name, language } = sent
  if (Object.keys(errors).length > 0 || !filters || !isReportPeriod(every)) throw invalid(errors)
  return {
    every,
    // cast: required and known fields have been validated
    ...({ name, language, recipients } as Pick<queries.ReportRow, 'name' | 'language' | 'recipients'>),
    // cast: filters are an object by field
    filter: toStored(sent.filter as Record<string, unknown>, filters),
  }
}
type CompleteFields = { [F in keyof ReportPatch]: Exclude<ReportPatch[F], undefined> }

/**
 * Adds a report. Its first e-mail covers the current period. A repeated request with the same id and content changes
 * nothing.
 * @throws invalid   fields are invalid, the filter names something that the user does not see, or a recipient may not
 * be chosen
 * @throws conflict  the id is in use, or the user has too many reports
 */
export async function addReport(ctx: WriteContext, id: ScheduledReportId, sent: ReportPatch): Promise<void> {
  await lockOwnAccount(ctx, (sent.recipients ?? []).filter(isUuid<UserId>))
  const valid = await validate(ctx, {
    name: sent.name ?? null,
    filter: sent.filter ?? {},
    every: sent.every ?? null,
    recipients: sent.recipients ?? [],
    language: sent.language ?? 'en',
  })
  const report = { ...valid, id, user_id: ctx.person.id }
  const added: NewAuditEntry = { action: 'scheduled report added', subject: subject(id), after: present(report) }
  if (await insertWithinQuota(ctx, quota, () => queries.insertReport(ctx.db, report)))
    return recordAddition(ctx.db, ctx, added)
  if (!(await wasCreatedAs(ctx.db, ctx.person, added))) throw idInUse()
}

/**
 * Changes a report.
 * @throws notFound  the report does not exist, or the user does not see it; stale  it has changed; otherwise as when
 * adding
 */
export async function changeReport(
  ctx: WriteContext,
  id: ScheduledReportId,
  sent: ReportPatch,
  expected: IfMatch,
): Promise<void> {
  const known = await queries.reportById(ctx.db, ctx.person, id, false)
  // before the report, as in the erasure of a user or a customer, which ends reports
  if (known) {
    await lockUsersByIdForShare(ctx.db, (sent.recipients ?? known.recipients).filter(isUuid<UserId>))
    const filters = await parseFilter(sent.filter ?? known.filter, {})
    if (filters) await queries.lockSitesOfFilter(ctx.db, filters)
  }
  const before = await requireReport(ctx, id, expected)
  const patch = withoutUndefined(sent)
  const after = { ...(await validate(ctx, { ...before, ...patch })), id, user_id: before.user_id }
  await queries.updateReport(ctx.db, after, after.every !== before.every)
  await recordAudit(ctx.db, ctx, {
    action: 'scheduled report changed',
    subject: subject(id),
    before: present(before),
    after: present(after),
  })
}

/** Ends a report. @throws notFound, stale  as when changing */
export async function deleteReport(ctx: WriteContext, id: ScheduledReportId, expected: IfMatch): Promise<void> {
  const report = present(await requireReport(ctx, id, expected))
  await queries.deleteReport(ctx.db, id)
  await recordAudit(ctx.db, ctx, { action: 'scheduled report deleted', subject: subject(id), before: report })
}

async function requireReport({ db, person }: WriteContext, id: ScheduledReportId, expected: IfMatch) {
  const report = await queries.reportById(db, person, id, true)
  if (!report) throw notFound()
  requireContentMatch(expected, present(report))
  return report
}

/** The PDF of the last complete period, with the figures that the user may see. @throws notFound  as reading it */
export async function previewReport(ctx: Context & Pick<Services, 'provider'>, id: ScheduledReportId) {
  const report = await readReport(ctx, id)
  await consumeRenderLimit(ctx)
  const { time_zone: zone } = await ctx.provider(ctx.db)
  const period = lastPeriod(report.every, dayOf(new Date(), zone))
  return printSummary(ctx, report, period, { sites: ctx.person.sites, canReadFilter: true })
}
