import { constants } from '@chisholm/domain/constants'
import type { Alert } from '@chisholm/domain/schemas/alerts'
import { texts } from '@chisholm/domain/texts'
import { collectErrors, validateText } from '@chisholm/domain/validation'
import type { AlertId } from '../../database/ids.ts'
import { invalid, notFound } from '../../http/app-error.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireContentMatch } from '../../http/etag.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import * as queries from './alerts.queries.ts'

const present = ({ window_from, window_to, ...row }: queries.AlertRow): Alert => ({
  id: row.id,
  rule: row.rule,
  fired_at: row.fired_at.toISOString(),
  value: row.value,
  window: { from: window_from, to: window_to },
  note: row.note,
  acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
  acknowledged_by_id: row.acknowledged_by_id,
})

/** Lists the alerts whose counted sites the user may all see, newest first. */
export async function listAlerts({ db, person }: Context, list: Parameters<typeof queries.readAlertPage>[2]) {
  const { total, rows } = await queries.readAlertPage(db, person, list)
  return { total, alerts: rows.map(present) }
}

/** @throws notFound  the alert does not exist, or the user may not see all counted sites */
export async function readAlert({ db, person }: Context, id: AlertId): Promise<Alert> {
  const row = await queries.alertById(db, person, id, false)
  if (!row) throw notFound()
  return present(row)
}

/**
 * Acknowledges an alert with a note; doing so again replaces the note.
 * @throws notFound  the alert does not exist, or the user may not see all counted sites; stale  it has changed
 * @throws invalid   there is no note, or it is too long
 */
export async function acknowledgeAlert(
  ctx: WriteContext,
  id: AlertId,
  note: string | null,
  expected: IfMatch,
): Promise<void> {
  const row = await queries.alertById(ctx.db, ctx.person, id, true)
  if (!row) throw notFound()
  requireContentMatch(expected, present(row))
  const { alertNoteRequired } = texts.validation
  const errors = collectErrors({ note: validateText(note, constants.alerts.noteMax, alertNoteRequired) })
  if (note === null || Object.keys(errors).length > 0) throw invalid(errors)
  await queries.acknowledge(ctx.db, id, ctx.person.id, note)
  await recordAudit(ctx.db, ctx, {
    action: 'alert acknowledged',
    subject: { type: 'alert', id },
    before: { note: row.note },
    after: { note },
  })
}
