import { isDeepStrictEqual } from 'node:util'
import { formatLongDate } from '@chisholm/domain/dates'
import { fullName } from '@chisholm/domain/full-name'
import { isAdmin, isVet } from '@chisholm/domain/permissions'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { newId, type PostMortemId, type UserId } from '../../database/ids.ts'
import { idInUse, invalid } from '../../http/app-error.ts'
import type { WriteContext } from '../../http/context.ts'
import type { IfMatch } from '../../http/etag.ts'
import { codeAlphabet, randomCode } from '../../random-code.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import {
  issueGrouping,
  issueOpinions,
  type LockedPostMortem,
  lockVisiblePostMortem,
  subjectOfPostMortem,
  readForReport,
  requireAllowedAndUnchanged,
  requirePostMortemMatch,
  requireSignerName,
  touchPostMortem,
} from '../post-mortems/index.ts'
import { lockEntryNames } from '../library/index.ts'
import { notifyOfReport } from '../notifications/index.ts'
import { requireConfirmedProvider } from '../provider/index.ts'
import { correctableContent, composeReport } from './compose-report.ts'
import * as queries from './report-versions.queries.ts'
import { sequenceOf } from './report-sequence.ts'

/** Without L, too: this code is typed from paper. */
const newCode = () => randomCode(16, codeAlphabet.replace('L', ''))

/** The context of a report's issuer; null: the server, for a ticket completed before there were versions. */
type IssuingContext = Pick<WriteContext, 'db' | 'provider' | 'jobs' | 'settings' | 'requestId' | 'source'> & {
  person: WriteContext['person'] | null
}

const nameOf = ({ firstName, lastName }: Pick<WriteContext['person'], 'firstName' | 'lastName'>) =>
  fullName({ first_name: firstName, last_name: lastName })

interface Issue {
  id?: string
  kind: queries.NewVersion['kind']
  reason?: string | null
  /** Time and author of the issue; default: now and the caller. */
  issued?: { at: Date; by: { id: UserId; name: string | null } | null }
}

/**
 * Issues the next version of a ticket's report. What it says is stored in this transaction, in which the caller has
 * locked the ticket; a job renders the PDF afterwards, so that completing never waits for it nor fails with it.
 * @throws conflict  the practice is not set up, the caller has no name to sign with, or the id is in use
 */
export async function issueReport(ctx: IssuingContext, postMortemId: PostMortemId, issue: Issue): Promise<string> {
  const { id = newId(), kind, reason = null, issued } = issue
  const issuedAt = issued?.at ?? new Date()
  // the report and the opinions read them one after the other
  await lockEntryNames(ctx.db)
  const { content, provider, snapshot, zone } = await composeReport(ctx, postMortemId, issued?.at)
  requireConfirmedProvider(provider)
  if (ctx.person && !issued) await requireSignerName({ db: ctx.db, person: ctx.person })
  const sequence = await sequenceOf(ctx, postMortemId, { content, snapshot, zone })
  const number = (sequence.changesSince ?? 0) + 1
  const code = newCode()
  const author = issued ? issued.by : ctx.person && { id: ctx.person.id, name: nameOf(ctx.person) }
  const version = {
    id,
    post_mortem_id: postMortemId,
    number,
    kind,
    issued_at: issuedAt,
    issued_by_id: author?.id ?? null,
    reason,
    code,
  }
  const printed = {
    number,
    kind,
    issuedOn: formatLongDate(issuedAt, zone),
    reason,
    code,
    verifyUrl: `${ctx.settings.publicUrl}/verify/${code}`,
  }
  const stored = {
    ...content,
    ...sequence,
    version: printed,
    issuedAt: issuedAt.toISOString(),
    veterinarian: author?.name ?? null,
  }
  if (!(await queries.insertVersion(ctx.db, version, stored, snapshot))) throw idInUse()
  await issueOpinions(ctx.db, postMortemId)
  await issueGrouping(ctx.db, postMortemId)
  await recordAudit(ctx.db, ctx, {
    action: 'report issued',
    subject: { type: 'report', id },
    after: { ...version, title: content.number },
  })
  await ctx.jobs.enqueue(ctx.db, 'render-report', { id })
  if (ctx.person) await notifyOfReport({ ...ctx, person: ctx.person }, postMortemId, kind)
  return id
}

/** Issues the final report of a ticket that the same transaction completes. */
export async function issueFinalReport(ctx: WriteContext, postMortemId: PostMortemId): Promise<void> {
  await issueReport(ctx, postMortemId, { kind: 'final' })
}

/**
 * Issues a preliminary report. A repeated request with the same id issues nothing.
 * @throws invalid   another kind was requested
 * @throws conflict  a draft, or completed; the practice is not set up, or the user has no name to sign with
 */
export async function issuePreliminaryReport(
  ctx: WriteContext,
  postMortemId: PostMortemId,
  { id, kind }: { id: string; kind: string | null },
  expected: IfMatch,
): Promise<void> {
  const postMortem = await lockVisiblePostMortem(ctx, postMortemId)
  const existing = await queries.versionById(ctx.db, ctx.person.sites, id)
  const isRepeat =
    existing?.post_mortem_id === postMortemId && existing.issued_by_id === ctx.person.id && existing.kind === kind
  if (isRepeat) return
  if (existing) throw idInUse()
  // before the state of the ticket, because no other kind is ever issued this way; after the role
  if (kind !== 'preliminary' && isVet(ctx.person)) throw invalid({ kind: [serverTexts.validation.preliminaryOnly] })
  await requireAllowedAndUnchanged(ctx, postMortem, 'report.issue', () =>
    requirePostMortemMatch(ctx, postMortemId, expected),
  )
  await issueReport(ctx, postMortemId, { id, kind: 'preliminary' })
  await touchPostMortem(ctx.db, postMortemId)
}

/**
 * Issues the final report of a ticket that was completed before there were versions, or imported, dated to its
 * completion. The caller has locked the ticket. Nothing is issued while the practice is not set up.
 */
export async function issueMissingFinal(
  ctx: Omit<IssuingContext, 'person'>,
  postMortem: Pick<LockedPostMortem, 'id' | 'completed_at' | 'completed_by_id'>,
): Promise<void> {
  const { id, completed_at, completed_by_id } = postMortem
  if (!completed_at || (await queries.newestVersion(ctx.db, id))) return
  if (!(await ctx.provider(ctx.db, completed_at)).isConfirmed) return
  const { completed_by } = (await readForReport(ctx, id)).veterinary_record
  const by = completed_by_id && { id: completed_by_id, name: completed_by && fullName(completed_by) }
  await issueReport({ ...ctx, person: null }, id, { kind: 'final', issued: { at: completed_at, by: by || null } })
}

/**
 * Runs a change of an animal of a ticket or its photos. If an Admin changes what the report of a completed ticket has,
 * and no amendment is open, the change is issued at once as an amended report (decisions.md section 7).
 * @throws conflict  the user has no name to sign it with
 */
export async function withCorrection<Result>(
  ctx: WriteContext,
  postMortemId: PostMortemId,
  work: () => Promise<Result>,
): Promise<Result> {
  // others change nothing that was issued, except in an amendment
  if (!isAdmin(ctx.person)) return work()
  const before = await subjectOfPostMortem(ctx.db, ctx.person.sites, postMortemId)
  if (before?.completed_at) {
    // before `work` locks entries
    await lockEntryNames(ctx.db)
    // the limits of the carcass clock must be locked before open tickets, so `work` locks these itself
    await issueMissingFinal(ctx, await lockVisiblePostMortem(ctx, postMortemId))
  }
  const result = await work()
  const after = await subjectOfPostMortem(ctx.db, ctx.person.sites, postMortemId)
  if (!after?.completed_at || after.amendment_opened_at) return result
  const issued = await queries.currentSnapshot(ctx.db, postMortemId)
  if (!issued) return result
  const { snapshot } = await composeReport(ctx, postMortemId)
  if (isDeepStrictEqual(correctableContent(issued, issued), correctableContent(snapshot, issued))) return result
  await issueReport(ctx, postMortemId, { kind: 'amended', reason: texts.other.correctedBy(nameOf(ctx.person)) })
  return result
}
