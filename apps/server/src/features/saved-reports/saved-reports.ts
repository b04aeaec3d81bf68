import {
  choiceKeys,
  filterKeys,
  normalizeFilter,
  type Range,
  rangeKeys,
  validateRange,
  type ReportFilter,
} from '@chisholm/domain/report-filter'
import { constants } from '@chisholm/domain/constants'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { collectErrors, validateText } from '@chisholm/domain/validation'
import { isUuid } from '../../http/body-fields.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireVersionMatch } from '../../http/etag.ts'
import { insertWithinQuota } from '../../http/insert-within-quota.ts'
import { type FieldErrors, idInUse, invalid, malformed, notFound } from '../../http/app-error.ts'
import { type NewAuditEntry, recordAddition, recordAudit, wasCreatedAs } from '../audit-recorder/index.ts'
import { lockOwnAccount } from '../auth/index.ts'
import { presentAnimals } from '../post-mortems/index.ts'
import * as queries from './saved-reports.queries.ts'

export const listReports = (ctx: Context, list: Parameters<typeof queries.readReportPage>[2]) =>
  queries.readReportPage(ctx.db, ctx.person.id, list)

/** @throws notFound  the user has no such report */
export async function readReport(ctx: Context, id: string): Promise<queries.SavedReportRow> {
  return requireOwn(ctx, await queries.reportById(ctx.db, id))
}

/**
 * Locks a saved report of the user until the transaction ends.
 * @throws notFound  the user has no such report
 * @throws stale     the report has changed since the caller read it
 */
async function lockOwnReport(ctx: WriteContext, id: string, expected: IfMatch): Promise<queries.SavedReportRow> {
  const report = requireOwn(ctx, await queries.lockReport(ctx.db, id))
  requireVersionMatch(expected, report.version)
  return report
}

function requireOwn(ctx: Context, report: queries.SavedReportRow | undefined): queries.SavedReportRow {
  if (report?.user_id !== ctx.person.id) throw notFound()
  return report
}

const { choicesMax } = constants.savedReports
const quota = {
  table: 'saved_reports',
  lock: 'saved reports',
  max: constants.savedReports.perUser,
  refusal: serverTexts.refusal.tooManySavedReports,
} as const
const subject = (id: string) => ({ type: 'saved-report', id })

/**
 * Saves a report of animals. A repeated request with the same id and content changes nothing.
 * @throws invalid   type, name or filter are invalid
 * @throws conflict  the id is in use, or the user has too many reports
 */
export async function saveReport(
  ctx: WriteContext,
  id: string,
  sent: { type: string; name: string; filter: unknown },
): Promise<void> {
  requireValid(sent)
  const filter = parseFilter(sent.filter)
  const report = { id, user_id: ctx.person.id, type: 'animals' as const, name: sent.name }
  const after = { name: sent.name, filter }
  const saved: NewAuditEntry = { action: 'report saved', subject: subject(id), after }
  await lockOwnAccount(ctx)
  const row = { ...report, parameters: JSON.stringify({ filter }) }
  if (await insertWithinQuota(ctx, quota, () => queries.insertReport(ctx.db, row)))
    return recordAddition(ctx.db, ctx, saved)
  if (!(await wasCreatedAs(ctx.db, ctx.person, saved))) throw idInUse()
}

/**
 * Renames a report or changes its filter.
 * @throws notFound  the user has no such report
 * @throws stale     the report has changed since the caller read it
 * @throws invalid   type, name or filter are invalid
 */
export async function changeReport(
  ctx: WriteContext,
  id: string,
  patch: { type: string | undefined; name: string | undefined; filter: unknown },
  expected: IfMatch,
): Promise<void> {
  const { name, parameters } = await lockOwnReport(ctx, id, expected)
  requireValid(patch)
  const before = { name, filter: parameters.filter }
  const after = {
    name: patch.name ?? name,
    filter: patch.filter === undefined ? parameters.filter : parseFilter(patch.filter),
  }
  await queries.changeReport(ctx.db, id, { name: after.name, parameters: JSON.stringify({ filter: after.filter }) })
  await recordAudit(ctx.db, ctx, { action: 'saved report changed', subject: subject(id), before, after })
}

/**
 * @throws notFound  the user has no such report
 * @throws stale     the report has changed since the caller read it
 */
export async function deleteReport(ctx: WriteContext, id: string, expected: IfMatch): Promise<void> {
  const { name } = await lockOwnReport(ctx, id, expected)
  await queries.deleteReport(ctx.db, id)
  await recordAudit(ctx.db, ctx, { action: 'saved report deleted', subject: subject(id), before: { name } })
}

/** Checks the fields that were sent. @throws invalid */
function requireValid({ type, name }: { type: string | undefined; name: string | undefined }): void {
  const { reportNameRequired } = texts.validation
  const errors = collectErrors({
    type: type === undefined || type === 'animals' ? null : serverTexts.validation.reportType,
    name: name === undefined ? null : validateText(name, constants.reportNameMax, reportNameRequired),
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

type ResultsPage = Parameters<typeof queries.animalsOfFilter>[3]

/** Runs a saved report over the animals that the user may see. */
export async function runReport(ctx: Context, id: string, list: ResultsPage) {
  const report = await readReport(ctx, id)
  return readAnimals(ctx, parseFilter(report.parameters.filter), list)
}

/**
 * Runs an unsaved filter.
 * @throws malformed  the filter has an unknown key
 * @throws invalid    values are invalid; the error names each key
 */
export async function runFilter(ctx: Context, sent: unknown, list: ResultsPage) {
  const unknown = Object.keys(sent ?? {}).find((key) => !filterKeys.some((known) => known === key))
  if (unknown !== undefined) throw malformed(`Unknown filter "${unknown}". Known: ${filterKeys.join(', ')}.`)
  return readAnimals(ctx, parseFilter(sent), list)
}

async function readAnimals(ctx: Context, filter: ReportFilter, list: ResultsPage) {
  const { total, rows } = await queries.animalsOfFilter(ctx.db, ctx.person.sites, filter, list)
  return { total, animals: await presentAnimals(ctx, rows) }
}

/**
 * Parses a filter; none is an empty one. Its keys must be known, its entries UUIDs and its ranges in order.
 * @throws invalid  with the errors by key
 */
function parseFilter(sent: unknown): ReportFilter {
  if ((sent ?? '') !== '' && typeof sent !== 'object')
    throw invalid({ filter: [serverTexts.validation.filterIsNoObject] })
  // cast: the check before makes it an object; its fields are validated one by one
  const input = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>
  const filter: ReportFilter = {}
  const errors: FieldErrors = {}
  for (const [key, value] of Object.entries(input)) {
    const choice = choiceKeys.find((known) => known === key)
    const range = rangeKeys.find((known) => known === key)
    if (choice) {
      const ids = (Array.isArray(value) ? value : String(value ?? '').split(','))
        .map((id) => String(id).trim())
        .filter((id) => id !== '')
      if (ids.length > choicesMax) errors[key] = [texts.validation.tooManyEntries(choicesMax)]
      else if (ids.every(isUuid)) filter[choice] = ids
      else errors[key] = [texts.validation.rangeInvalid]
    } else if (range) {
      // cast: anything that is not a range fails the validation of its ends
      const { min = null, max = null } = (value ?? {}) as Partial<Range>
      const error = validateRange(range, { min, max })
      if (error) errors[key] = [error]
      else filter[range] = { min, max }
    } else errors[key] = [`Unknown filter "${key}".`]
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return normalizeFilter(filter)
}
