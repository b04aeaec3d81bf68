import { auditSentence } from '@chisholm/domain/audit-words'
import { may } from '@chisholm/domain/permissions'
import type { AuditEntry, Change, HistoryEntry } from '@chisholm/domain/shapes'
import type { PostMortemId } from '../../database/ids.ts'
import type { Context } from '../../http/context.ts'
import { forbidden, notFound } from '../../http/failures.ts'
import type { ListRequest } from '../../http/lists.ts'
import { readPostMortem } from '../post-mortems/index.ts'
import * as queries from './audit-log.queries.ts'
import { changesOf, idsIn } from './changes.ts'

/** Lists the log, for Admins. @throws forbidden */
export async function listLog(ctx: Context, list: ListRequest): Promise<{ total: number; entries: AuditEntry[] }> {
  if (!may(ctx.person, 'audit.view')) throw forbidden()
  const { total, rows } = await queries.logPage(ctx.db, list)
  return { total, entries: rows.map(shownEntry) }
}

export interface WholeEntry extends AuditEntry {
  changes: Change[]
  before: unknown
  after: unknown
}

/** One line of the log with what was before and after, for Admins. @throws forbidden; notFound */
export async function readLogEntry(ctx: Context, id: string): Promise<WholeEntry> {
  if (!may(ctx.person, 'audit.view')) throw forbidden()
  const row = await queries.lineById(ctx.db, id)
  if (!row) throw notFound()
  const names = await queries.namesOf(ctx.db, idsIn([row]), ctx.person.sites)
  return { ...shownEntry(row), changes: changesOf(row, names), before: row.before, after: row.after }
}

/**
 * Tells what became of a ticket, its animals, photos and reports, oldest first. Who may see the ticket may read it:
 * people are told by name only, sites and customers only where this person may see them.
 * @throws notFound  the ticket is not this person's to see
 */
export async function historyOf(ctx: Context, ticketId: PostMortemId): Promise<HistoryEntry[]> {
  await readPostMortem(ctx, ticketId)
  const rows = await queries.linesOfTicket(ctx.db, ctx.person.sites, ticketId)
  const names = await queries.namesOf(ctx.db, idsIn(rows), ctx.person.sites)
  return rows.map((row) => ({
    id: row.id,
    happened_at: row.happened_at.toISOString(),
    person: personOf(row),
    action: row.action,
    sentence: auditSentence(row.action, whoIn(row), row.subject_name),
    changes: changesOf(row, names),
  }))
}

const personOf = ({ user_id, first_name, last_name }: queries.LogRow) =>
  user_id ? { id: user_id, first_name: first_name ?? '', last_name: last_name ?? '' } : null

const whoIn = ({ user_id, first_name, last_name }: queries.LogRow) =>
  user_id ? [first_name, last_name].filter(Boolean).join(' ') || 'Somebody without a name' : 'The server'

/** The name of what a line is about, as it stands in a sentence of the log. */
export const subjectOf = ({ subject_type, subject_name, pin }: queries.LogRow) =>
  pin === null || subject_type === 'post-mortem' ? subject_name : `${subject_name} of CHM-${pin}`

/** The sentence a line makes. */
export const sentenceOf = (row: queries.LogRow) => auditSentence(row.action, whoIn(row), subjectOf(row))

const shownEntry = (row: queries.LogRow): AuditEntry => ({
  id: row.id,
  happened_at: row.happened_at.toISOString(),
  user_id: row.user_id,
  person: personOf(row),
  action: row.action,
  sentence: sentenceOf(row),
  subject_type: row.subject_type,
  subject_id: row.subject_id,
  subject: subjectOf(row),
  ticket_id: row.ticket_id,
  request_id: row.request_id,
  source: row.source,
})
