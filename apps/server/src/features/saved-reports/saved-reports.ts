import {
  choiceKeys,
  filterKeys,
  keptFilter,
  type Range,
  rangeKeys,
  rangeMistake,
  type ReportFilter,
} from '@chisholm/domain/report-filter'
import { texts } from '@chisholm/domain/texts'
import { isUuid } from '../../http/bodies.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { checkVersion } from '../../http/etag.ts'
import { type FieldTexts, idInUse, invalid, malformed, notFound } from '../../http/failures.ts'
import { audit } from '../audit/index.ts'
import { shownAnimal } from '../post-mortems/index.ts'
import * as queries from './saved-reports.queries.ts'

export const listReports = (ctx: Context, list: Parameters<typeof queries.reportPage>[2]) =>
  queries.reportPage(ctx.db, ctx.person.id, list)

/** Finds a report of this person's own. @throws notFound */
export async function readReport(ctx: Context, id: string): Promise<queries.SavedReportRow> {
  return own(ctx, await queries.reportById(ctx.db, id))
}

/** Locks a report of this person's own until the transaction ends. @throws notFound, stale */
async function lockReport(ctx: WriteContext, id: string, expected: number | null): Promise<queries.SavedReportRow> {
  const report = own(ctx, await queries.lockReport(ctx.db, id))
  checkVersion(expected, report.version)
  return report
}

function own(ctx: Context, report: queries.SavedReportRow | undefined): queries.SavedReportRow {
  if (report?.user_id !== ctx.person.id) throw notFound()
  return report
}

const subject = (id: string) => ({ type: 'saved-report', id })

/**
 * Saves a report of animals. Repeating it with the same id and content gives the same report.
 * @throws invalid  type, name or filter do not do; conflict  the id is used
 */
export async function saveReport(
  ctx: WriteContext,
  id: string,
  sent: { type: string; name: string; filter: unknown },
): Promise<void> {
  const errors: FieldTexts = {}
  if (sent.type !== 'animals') errors['type'] = ['type must be animals.']
  if (!sent.name) errors['name'] = [texts.validation.reportNameRequired]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const filter = readFilter(sent.filter)
  const report = { id, user_id: ctx.person.id, type: 'animals' as const, name: sent.name }
  if (await queries.insertReport(ctx.db, { ...report, parameters: JSON.stringify({ filter }) }))
    return audit(ctx.db, ctx, 'report saved', subject(id), null, { name: sent.name, filter })
  const before = await queries.reportById(ctx.db, id)
  const same =
    before?.user_id === ctx.person.id &&
    before.name === sent.name &&
    JSON.stringify(readFilter(before.parameters.filter)) === JSON.stringify(filter)
  if (!same) throw idInUse()
}

/** Renames a report or changes its filter. @throws notFound, stale, invalid */
export async function changeReport(
  ctx: WriteContext,
  id: string,
  sent: { name: string | undefined; filter: unknown },
  expected: number | null,
): Promise<void> {
  const { name, parameters } = await lockReport(ctx, id, expected)
  if (sent.name === '') throw invalid({ name: [texts.validation.reportNameRequired] })
  const before = { name, filter: parameters.filter }
  const after = {
    name: sent.name ?? name,
    filter: sent.filter === undefined ? parameters.filter : readFilter(sent.filter),
  }
  await queries.changeReport(ctx.db, id, { name: after.name, parameters: JSON.stringify({ filter: after.filter }) })
  await audit(ctx.db, ctx, 'saved report changed', subject(id), before, after)
}

/** @throws notFound, stale */
export async function deleteReport(ctx: WriteContext, id: string, expected: number | null): Promise<void> {
  const { name } = await lockReport(ctx, id, expected)
  await queries.deleteReport(ctx.db, id)
  await audit(ctx.db, ctx, 'saved report deleted', subject(id), { name }, null)
}

type ResultsPage = { perPage: number; offset: number }

/** Runs a saved report over the animals this person may see. */
export async function runReport(ctx: Context, id: string, list: ResultsPage) {
  const report = await readReport(ctx, id)
  return animalsOf(ctx, readFilter(report.parameters.filter), list)
}

/** Runs a filter that is not saved. @throws malformed  a filter is unknown; invalid with the key of each mistake */
export async function runFilter(ctx: Context, sent: unknown, list: ResultsPage) {
  const unknown = Object.keys(sent ?? {}).find((key) => !filterKeys.some((known) => known === key))
  if (unknown !== undefined) throw malformed(`Unknown filter "${unknown}". Known: ${filterKeys.join(', ')}.`)
  return animalsOf(ctx, readFilter(sent), list)
}

async function animalsOf(ctx: Context, filter: ReportFilter, list: ResultsPage) {
  const { total, rows } = await queries.animalsOfFilter(ctx.db, ctx.person.sites, filter, list)
  return { total, animals: rows.map(shownAnimal) }
}

/** Reads a filter: known keys only, ids of entries, ranges in order. @throws invalid with the key of each mistake */
function readFilter(sent: unknown): ReportFilter {
  // cast: an object by the question before, whose fields are asked one by one
  const given = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>
  const filter: ReportFilter = {}
  const errors: FieldTexts = {}
  for (const [key, value] of Object.entries(given)) {
    const choice = choiceKeys.find((known) => known === key)
    const range = rangeKeys.find((known) => known === key)
    if (choice) {
      const ids = (Array.isArray(value) ? value : String(value ?? '').split(','))
        .map((id) => String(id).trim())
        .filter((id) => id !== '')
      if (ids.every(isUuid)) filter[choice] = ids
      else errors[key] = [texts.validation.rangeInvalid]
    } else if (range) {
      // cast: what is no range is refused by the check of its two ends
      const { min = null, max = null } = (value ?? {}) as Partial<Range>
      const mistake = rangeMistake(range, { min, max })
      if (mistake) errors[key] = [mistake]
      else filter[range] = { min, max }
    } else errors[key] = [`Unknown filter "${key}".`]
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return keptFilter(filter)
}
