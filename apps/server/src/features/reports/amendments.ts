import { constants } from '@chisholm/domain/constants'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { validateText } from '@chisholm/domain/validation'
import type { PostMortemId } from '../../database/ids.ts'
import { conflict, invalid, notFound } from '../../http/app-error.ts'
import type { WriteContext } from '../../http/context.ts'
import type { IfMatch } from '../../http/etag.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import {
  changePostMortem,
  freezePhotosForClients,
  lockPostMortemFor,
  lockVisiblePostMortem,
  requireAllowed,
  requirePostMortemMatch,
  restorePhotosOfClients,
  unfreezePhotosForClients,
} from '../post-mortems/index.ts'
import { issueMissingFinal, issueReport } from './issue-report.ts'
import * as queries from './report-versions.queries.ts'
import { restoreSnapshot } from './restore-snapshot.ts'

const subject = (id: string) => ({ type: 'post-mortem', id })
const noAmendment = { amendment_reason: null, amendment_opened_at: null, amendment_opened_by_id: null }

/**
 * Opens a completed ticket so that veterinarians can change their opinion. Clients keep seeing the issued one.
 * @throws forbidden  a client
 * @throws invalid    there is no reason, or it is too long
 * @throws conflict   the ticket is not completed, or already being amended
 */
export async function openAmendment(
  ctx: WriteContext,
  id: PostMortemId,
  reason: string | null,
  expected: IfMatch,
): Promise<void> {
  const postMortem = await lockPostMortemFor(ctx, id, 'report.amend', expected)
  const error = validateText(reason, constants.amendmentReasonMax, texts.validation.amendmentReasonRequired)
  if (error || reason === null) throw invalid({ reason: [error ?? texts.validation.amendmentReasonRequired] })
  if (postMortem.amendment_opened_at) throw conflict(serverTexts.refusal.amendmentIsOpen)
  await issueMissingFinal(ctx, postMortem)
  const amendment = {
    amendment_reason: reason,
    amendment_opened_at: new Date(),
    amendment_opened_by_id: ctx.person.id,
  }
  await changePostMortem(ctx.db, id, amendment, 'vets')
  await freezePhotosForClients(ctx.db, id)
  await recordAudit(ctx.db, ctx, { action: 'amendment opened', subject: subject(id), after: amendment })
}

/**
 * Issues the current opinion as an amended report, and closes the amendment.
 * @throws forbidden  a client
 * @throws conflict   no amendment is open, or the user has no name to sign with
 */
export async function issueAmendment(
  ctx: WriteContext,
  id: PostMortemId,
  issue: boolean,
  expected: IfMatch,
): Promise<void> {
  const postMortem = await lockPostMortemFor(ctx, id, 'report.amend', expected)
  if (!postMortem.amendment_opened_at) throw conflict(serverTexts.refusal.noAmendment)
  if (!issue) throw invalid({ issue: [serverTexts.validation.issueRequired] })
  const reason = postMortem.amendment_reason
  await issueReport(ctx, id, { kind: 'amended', reason })
  await unfreezePhotosForClients(ctx.db, id)
  await changePostMortem(ctx.db, id, noAmendment)
}

/**
 * Discards an amendment: opinions, captions, slots, photos and the grouping of the report are put back as issued, and
 * photos added after the report as they were. Photos added since the amendment was opened stay.
 * @throws forbidden  a client
 * @throws notFound   no amendment is open
 */
export async function discardAmendment(ctx: WriteContext, id: PostMortemId, expected: IfMatch): Promise<void> {
  const postMortem = await lockVisiblePostMortem(ctx, id)
  requireAllowed(ctx, postMortem, 'report.amend')
  if (!postMortem.amendment_opened_at) throw notFound()
  await requirePostMortemMatch(ctx, id, expected)
  const snapshot = await queries.currentSnapshot(ctx.db, id)
  // the snapshot lacks photos that were added after the report
  await restorePhotosOfClients(ctx.db, id)
  if (snapshot) await restoreSnapshot(ctx, id, snapshot)
  await unfreezePhotosForClients(ctx.db, id)
  await changePostMortem(ctx.db, id, noAmendment, 'vets')
  const { amendment_reason, amendment_opened_at } = postMortem
  await recordAudit(ctx.db, ctx, {
    action: 'amendment given up',
    subject: subject(id),
    before: { amendment_reason, amendment_opened_at },
  })
}
