import { constants } from '@chisholm/domain/constants'
import type { Day } from '@chisholm/domain/dates'
import { may } from '@chisholm/domain/permissions'
import type { Absence } from '@chisholm/domain/schemas/absences'
import { texts } from '@chisholm/domain/texts'
import { collectErrors, validateText } from '@chisholm/domain/validation'
import { withoutUndefined } from '@chisholm/domain/typed-objects'
import type { AbsenceId, UserId } from '../../database/ids.ts'
import { lockUsersByIdForShare } from '../../database/lock-users.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireContentMatch } from '../../http/etag.ts'
import { forbidden, idInUse, invalid, notFound } from '../../http/app-error.ts'
import { type NewAuditEntry, recordAddition, recordAudit, wasCreatedAs } from '../audit-recorder/index.ts'
import { lockUserForShare, mayTakePostMortems } from '../post-mortems/index.ts'
import * as queries from './absences.queries.ts'

const subject = (id: string) => ({ type: 'absence', id })

/** The fields of a request. A field that is undefined stays as it is. */
export interface AbsencePatch {
  user_id: UserId | null | undefined
  from: Day | null | undefined
  to: Day | null | undefined
  note: string | null | undefined
}

/** @throws forbidden  the user has no vet role */
function requireVet({ person }: Pick<Context, 'person'>): void {
  if (!may(person, 'absences.view')) throw forbidden()
}

const mayPlanOthers = ({ person }: Pick<Context, 'person'>) => may(person, 'absences.manage-any')

/** Colleagues plan around an absence; only the person and Admins may read why it is. */
export const mayReadAbsence = (ctx: Pick<Context, 'person'>, absence: Pick<Absence, 'user_id'>) =>
  absence.user_id === ctx.person.id || mayPlanOthers(ctx)

/** Lists the user's own absences; for Admins those of everybody. @throws forbidden */
export async function listAbsences(ctx: Context, list: Parameters<typeof queries.readAbsencePage>[2]) {
  requireVet(ctx)
  return queries.readAbsencePage(ctx.db, mayPlanOthers(ctx) ? null : ctx.person.id, list)
}

/** @throws forbidden  no vet role; notFound  the absence does not exist, or belongs to somebody else */
export async function readAbsence(ctx: Context, id: AbsenceId): Promise<Absence> {
  requireVet(ctx)
  const absence = await queries.absenceById(ctx.db, id)
  if (!absence || !mayReadAbsence(ctx, absence)) throw notFound()
  return absence
}

/**
 * Adds an absence, by default of the user. A repeated request with the same id and content changes nothing.
 * @throws forbidden  no vet role, or somebody else's as a Veterinarian
 * @throws invalid    days are missing or in the wrong order, or the person is no veterinarian
 * @throws conflict   the id is in use
 */
export async function addAbsence(ctx: WriteContext, id: AbsenceId, sent: AbsencePatch): Promise<void> {
  requireVet(ctx)
  const fields = await validateAbsence(ctx, { ...sent, user_id: sent.user_id ?? ctx.person.id })
  const absence = { ...fields, id }
  const added: NewAuditEntry = { action: 'absence added', subject: subject(id), after: absence }
  if (await queries.insertAbsence(ctx.db, absence)) return recordAddition(ctx.db, ctx, added)
  const isRepeat = (await queries.absenceById(ctx.db, id)) && (await wasCreatedAs(ctx.db, ctx.person, added))
  if (!isRepeat) throw idInUse()
}

async function validateAbsence(ctx: WriteContext, { user_id, from, to, note = null }: AbsencePatch) {
  const { validation } = texts
  if (user_id && user_id !== ctx.person.id && !mayPlanOthers(ctx)) throw forbidden()
  if (user_id) await lockUserForShare(ctx.db, user_id)
  const isKnownVet = user_id ? await mayTakePostMortems(ctx, user_id) : false
  const errors = collectErrors({
    user_id: isKnownVet ? null : validation.absentVetRequired,
    from: from ? null : validation.dateRequired,
    to: !to ? validation.dateRequired : from && to < from ? validation.lastDayBeforeFirst : null,
    note: validateText(note, constants.absenceNoteMax),
  })
  if (!user_id || !from || !to || Object.keys(errors).length > 0) throw invalid(errors)
  return { user_id, first_day: from, last_day: to, note }
}

/**
 * Changes an absence.
 * @throws notFound  the absence does not exist, or belongs to somebody else; stale  it has changed; otherwise as when
 * adding
 */
export async function changeAbsence(
  ctx: WriteContext,
  id: AbsenceId,
  sent: AbsencePatch,
  expected: IfMatch,
): Promise<void> {
  const known = await queries.absenceById(ctx.db, id)
  // before the absence, as in the erasure of a user, which deletes absences
  if (known) await lockUsersByIdForShare(ctx.db, [known.user_id, ...(sent.user_id ? [sent.user_id] : [])])
  const before = await requireAbsence(ctx, id, expected)
  const after = await validateAbsence(ctx, { ...before, ...withoutUndefined(sent) })
  await queries.changeAbsence(ctx.db, id, after)
  await recordAudit(ctx.db, ctx, { action: 'absence changed', subject: subject(id), before, after })
}

/** @throws notFound  the absence does not exist, or belongs to somebody else; stale  it has changed */
export async function deleteAbsence(ctx: WriteContext, id: AbsenceId, expected: IfMatch): Promise<void> {
  const absence = await requireAbsence(ctx, id, expected)
  await queries.deleteAbsence(ctx.db, id)
  await recordAudit(ctx.db, ctx, { action: 'absence deleted', subject: subject(id), before: absence })
}

async function requireAbsence(ctx: WriteContext, id: AbsenceId, expected: IfMatch) {
  requireVet(ctx)
  const absence = await queries.lockAbsence(ctx.db, id)
  if (!absence || !mayReadAbsence(ctx, absence)) throw notFound()
  requireContentMatch(expected, absence)
  return absence
}
