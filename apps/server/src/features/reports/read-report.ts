import { limits } from '@chisholm/domain/constants'
import { fullName } from '@chisholm/domain/full-name'
import type { ReportChanges, ReportVersion, VerifiedReport } from '@chisholm/domain/schemas/report-versions'
import { canEver } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { formatTicketNumber } from '@chisholm/domain/ticket-number'
import type { PostMortemId } from '../../database/ids.ts'
import { inTransaction } from '../../database/transaction.ts'
import { conflict, forbidden, notFound } from '../../http/app-error.ts'
import type { Context } from '../../http/context.ts'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { networkOf } from '../../http/source-network.ts'
import { consumeRenderLimit } from '../../http/render-limit.ts'
import type { Job } from '../../jobs/jobs.ts'
import { lockVisiblePostMortem, subjectOfPostMortem, readPostMortem } from '../post-mortems/index.ts'
import { requireConfirmedProvider } from '../provider/index.ts'
import { composeReport, type StoredReport } from './compose-report.ts'
import { issueMissingFinal } from './issue-report.ts'
import { type FileContext, printReport, readVersionHash, readVersionPdf } from './report-files.ts'
import * as queries from './report-versions.queries.ts'
import { changesBetween, sequenceOf } from './report-sequence.ts'

/** A PDF with the number of its ticket. */
export interface ReportFile {
  id: string
  pin: number
  pdf: Buffer
}

/**
 * Reads the newest version of a ticket's report.
 * @throws notFound  the user may not see the ticket
 * @throws conflict  none was issued, or the practice is not set up
 */
export async function readReport(ctx: Context, postMortemId: PostMortemId): Promise<ReportFile> {
  const postMortem = await ensureVersion(ctx, postMortemId)
  const version = await queries.newestVersion(ctx.db, postMortemId)
  if (version) return readFile(ctx, version)
  if (postMortem.completed_at) requireConfirmedProvider(await ctx.provider(ctx.db, postMortem.completed_at))
  throw conflict(texts.refusal.reportNeedsCompletion)
}

async function readFile(ctx: Context, version: queries.VersionRow): Promise<ReportFile> {
  if (version.file_key === null) await consumeRenderLimit(ctx)
  return { id: version.id, pin: version.pin, pdf: await readVersionPdf(ctx, version) }
}

/**
 * Lists the versions of a ticket's report, newest first.
 * @throws notFound  the user may not see the ticket
 * @throws tooMany   PDFs must be rendered, and the user has had too many rendered
 */
export async function listVersions(ctx: Context, postMortemId: PostMortemId): Promise<ReportVersion[]> {
  await ensureVersion(ctx, postMortemId)
  const versions: ReportVersion[] = []
  // one after the other: those that have no PDF yet are rendered
  for (const row of await queries.versionsOf(ctx.db, postMortemId))
    versions.push(await presentVersion(ctx, row, () => consumeRenderLimit(ctx)))
  return versions
}

/**
 * Reads a version.
 * @throws notFound  it does not exist, or the user may not see its ticket
 * @throws tooMany   as listVersions
 */
export const readVersion = async (ctx: Context, id: string): Promise<ReportVersion> =>
  presentVersion(ctx, await requireVersion(ctx, id), () => consumeRenderLimit(ctx))

/** Reads a version that this request has issued: its answer is never refused. @throws as readVersion */
export const readIssuedVersion = async (ctx: Context, id: string): Promise<ReportVersion> =>
  presentVersion(ctx, await requireVersion(ctx, id), async () => {})

/** Reads the PDF of a version. @throws as readVersion; notFound  its file is lost */
export const readVersionFile = async (ctx: Context, id: string): Promise<ReportFile> =>
  readFile(ctx, await requireVersion(ctx, id))

/**
 * Returns the differences between a version and an earlier one.
 * @param since     the number of the earlier one; null: the previous version
 * @throws notFound  as readVersion; there is no such earlier version
 */
export async function readChanges(ctx: Context, id: string, since: number | null): Promise<ReportChanges> {
  const version = await requireVersion(ctx, id)
  const number = since ?? version.number - 1
  if (number === 0) return { since: null, changes: [] }
  const earlier = (await queries.versionsOf(ctx.db, version.post_mortem_id)).find((one) => one.number === number)
  if (!earlier || number >= version.number) throw notFound()
  return { since: number, changes: await changesBetween(ctx, earlier.id, id) }
}

async function requireVersion(ctx: Context, id: string): Promise<queries.VersionRow> {
  const version = await queries.versionById(ctx.db, ctx.person.sites, id)
  if (!version) throw notFound()
  return version
}

const presentVersion = async (
  ctx: FileContext,
  row: queries.VersionRow,
  countRender: () => Promise<void>,
): Promise<ReportVersion> => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  issued_at: row.issued_at.toISOString(),
  issued_by: row.issued_by,
  reason: row.reason,
  sha256: await readVersionHash(ctx, row, countRender),
  code: row.code,
  superseded_at: row.superseded_at && new Date(row.superseded_at).toISOString(),
})

/** Issues the first version of a ticket that was completed before there were versions. @throws notFound */
async function ensureVersion(ctx: Context, postMortemId: PostMortemId) {
  const postMortem = await subjectOfPostMortem(ctx.db, ctx.person.sites, postMortemId)
  if (!postMortem) throw notFound()
  if (postMortem.completed_at && !(await queries.newestVersion(ctx.db, postMortemId)))
    await inTransaction(ctx, async (ctx) => issueMissingFinal(ctx, await lockVisiblePostMortem(ctx, postMortemId)))
  return postMortem
}

/**
 * Renders the current state of the report as a draft.
 * @throws notFound  the user may not see the ticket
 * @throws forbidden  a client
 */
export async function previewReport(ctx: Context, postMortemId: PostMortemId): Promise<ReportFile> {
  await readPostMortem(ctx, postMortemId)
  if (!canEver(ctx.person, 'report.preview')) throw forbidden()
  await consumeRenderLimit(ctx)
  const { content, postMortem, snapshot, zone } = await composeReport(ctx, postMortemId)
  const sequence = await sequenceOf(ctx, postMortemId, { content, snapshot, zone })
  const { firstName, lastName } = ctx.person
  const veterinarian = fullName({ first_name: firstName, last_name: lastName }) || null
  const issuedAt = new Date().toISOString()
  const draft: StoredReport = { ...content, ...sequence, version: null, issuedAt, veterinarian }
  return { id: postMortem.id, pin: postMortem.veterinary_record.pin, pdf: await printReport(ctx, postMortemId, draft) }
}

/** Renders the PDF of a version that was just issued. */
export async function renderIssuedReport(services: FileContext, { data }: Pick<Job<'render-report'>, 'data'>) {
  const version = await queries.versionToRender(services.db, data.id)
  if (version) await readVersionPdf(services, version)
}

/**
 * Returns the public details of a printed code, and nothing else of the case.
 * @throws tooMany   30 in a minute from this address, or too many of them had to be rendered
 * @throws notFound  there is no such code
 */
export async function verifyReport(ctx: FileContext & { source: string }, code: string): Promise<VerifiedReport> {
  const network = networkOf(ctx.source)
  await consumeRateLimit(ctx.db, ['verify', network], limits.verification)
  const version = await queries.versionByCode(ctx.db, code.replaceAll(/[\s-]/g, '').toUpperCase())
  if (!version) throw notFound()
  const { provider } = await queries.contentOfVersion(ctx.db, version.id)
  const newest = await queries.newestVersion(ctx.db, version.post_mortem_id)
  return {
    title: formatTicketNumber(version.pin),
    number: version.number,
    kind: version.kind,
    issued_at: version.issued_at.toISOString(),
    provider: provider.name,
    sha256: await readVersionHash(ctx, version, () => consumeRateLimit(ctx.db, ['report', network], limits.reports)),
    state: version.superseded_at ? 'superseded' : 'current',
    current_number: newest?.number ?? version.number,
  }
}
