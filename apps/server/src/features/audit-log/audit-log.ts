import { type AuditAction, formatAuditSentence } from '@chisholm/domain/audit-sentences'
import { isVet, may } from '@chisholm/domain/permissions'
import type { AuditEntry, FieldDiff, HistoryEntry } from '@chisholm/domain/schemas/audit-log'
import { serverTexts } from '@chisholm/domain/server-texts'
import { formatTicketNumber } from '@chisholm/domain/ticket-number'
import type { PostMortemId, SiteId } from '../../database/ids.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { Context } from '../../http/context.ts'
import { forbidden, notFound } from '../../http/app-error.ts'
import type { ListRequest } from '../../http/pagination.ts'
import { opinionFields, readPostMortem } from '../post-mortems/index.ts'
import * as queries from './audit-log.queries.ts'
import { type BeforeAndAfter, collectIds, diffEntry, toFields } from './audit-diff.ts'
import { collectLoggedIds, diffLogEntry } from './log-diff.ts'

/**
 * Lists the audit log.
 * @throws forbidden  the user is not an Admin
 */
export async function listAuditLog(ctx: Context, list: ListRequest): Promise<{ total: number; entries: AuditEntry[] }> {
  if (!may(ctx.person, 'audit.view')) throw forbidden()
  const { total, rows } = await queries.readAuditLogPage(ctx.db, list)
  return { total, entries: rows.map(presentEntry) }
}

export interface DetailedAuditEntry extends AuditEntry {
  changes: FieldDiff[]
  before: unknown
  after: unknown
}

/**
 * Reads one entry with the state before and after the change.
 * @throws forbidden  the user is not an Admin
 * @throws notFound   there is no such entry
 */
export async function readAuditEntry(ctx: Context, id: string): Promise<DetailedAuditEntry> {
  if (!may(ctx.person, 'audit.view')) throw forbidden()
  const row = await queries.entryById(ctx.db, id)
  if (!row) throw notFound()
  const names = await queries.readNames(ctx.db, collectLoggedIds(row), ctx.person.sites)
  return { ...presentEntry(row), changes: diffLogEntry(row, names), before: row.before, after: row.after }
}

/**
 * Reads a page of the history of a ticket, its animals, photos and reports. Everybody who may see the ticket may
 * read it, clients without the veterinarians' entries, and without the data of the time when the ticket was at a site
 * that they do not see. Users appear only by name, and sites and customers only if the reader may see them.
 * @throws notFound  the user may not see the ticket
 */
export async function readHistory(
  ctx: Context,
  postMortemId: PostMortemId,
  { sorts: [sort], offset, perPage }: ListRequest,
): Promise<{ total: number; entries: HistoryEntry[] }> {
  await readPostMortem(ctx, postMortemId)
  const all = await queries.entriesOfPostMortem(ctx.db, ctx.person.sites, postMortemId)
  const seesAll = isVet(ctx.person)
  const visible = seesAll ? all : withoutUnissuedAmendments(all).filter(isForClients)
  const ids = (sort?.descending ? visible.toReversed() : visible).slice(offset, offset + perPage).map(({ id }) => id)
  const found = new Map((await queries.entriesByIds(ctx.db, ids)).map((row) => [row.id, row]))
  const elsewhere = idsUntilLastMove(all, ctx.person.sites)
  const rows = ids
    .flatMap((id) => found.get(id) ?? [])
    .map((row) => (elsewhere.has(row.id) ? withoutName(withFields(row, isSiteOrCustomer)) : row))
    .map((row) => (seesAll ? row : withFields(row, (field) => !isOpinion(field))))
  const names = await queries.readNames(ctx.db, collectIds(rows), ctx.person.sites)
  const entries = rows.map((row) => ({
    id: row.id,
    happened_at: row.happened_at.toISOString(),
    person: presentUser(row),
    action: row.action,
    sentence: formatAuditSentence(row.action, userName(row), row.subject_name),
    changes: diffEntry(row, names),
  }))
  return { total: visible.length, entries }
}

/** The entries up to the last move that brought the ticket from a site which the reader may not see. */
function idsUntilLastMove(entries: { id: string; former_site_id: SiteId | null }[], { ids: siteIds }: AuthorizedSites) {
  const move = entries.findLastIndex(({ former_site_id: id }) => id !== null && siteIds?.includes(id) === false)
  return new Set(entries.slice(0, move + 1).map(({ id }) => id))
}

/** Animals and photos may have been deleted before the reader saw the ticket. */
const withoutName = <Entry extends Pick<queries.AuditLogRow, 'subject_type' | 'subject_name'>>(entry: Entry): Entry =>
  entry.subject_type === 'post-mortem'
    ? entry
    : { ...entry, subject_name: entry.subject_type === 'animal' ? 'an animal' : `a ${entry.subject_type}` }

const isSiteOrCustomer = (field: string) => field === 'customer_id' || field === 'site_id'

/* Clients see only issued opinions: their histories show neither drafts of an opinion nor amendments in progress. */

const opinionKeys: string[] = [...opinionFields, 'vet_diagnosis', 'examination']
const isOpinion = (field: string) => opinionKeys.includes(field)
const vetActions: readonly string[] = [
  'animal examined',
  'amendment opened',
  'amendment given up',
  'report grouping changed',
  'photos exported',
] satisfies AuditAction[]

function isForClients({ action, fields }: { action: string; fields: string[] }): boolean {
  const isOpinionAlone = action === 'animal edited' && fields.length > 0 && fields.every(isOpinion)
  return !vetActions.includes(action) && !isOpinionAlone
}

/** Clients see these changes when the amendment in which they were made is issued. */
const amendedActions: readonly string[] = [
  'photo edited',
  'photo deleted',
  'photo slot skipped',
] satisfies AuditAction[]

function withoutUnissuedAmendments<Entry extends { id: string; action: string }>(entries: Entry[]): Entry[] {
  const hidden = new Set<string>()
  let isOpen = false
  let sinceOpened: string[] = []
  for (const { id, action } of entries) {
    if (action === 'report issued') for (const issued of sinceOpened) hidden.delete(issued)
    if (['amendment opened', 'amendment given up', 'report issued'].includes(action)) {
      isOpen = action === 'amendment opened'
      sinceOpened = []
    } else if (isOpen && amendedActions.includes(action)) {
      hidden.add(id)
      sinceOpened.push(id)
    }
  }
  return entries.filter(({ id }) => !hidden.has(id))
}

function withFields<Entry extends BeforeAndAfter>(entry: Entry, isShown: (field: string) => boolean): Entry {
  const filter = (state: unknown): unknown =>
    state === null ? null : Object.fromEntries(Object.entries(toFields(state)).filter(([field]) => isShown(field)))
  return { ...entry, before: filter(entry.before), after: filter(entry.after) }
}

const presentUser = ({ user_id, first_name, last_name }: queries.AuditLogRow) =>
  user_id ? { id: user_id, first_name: first_name ?? '', last_name: last_name ?? '' } : null

const { auditUser } = serverTexts
const userName = ({ user_id, first_name, last_name }: queries.AuditLogRow) =>
  user_id ? [first_name, last_name].filter(Boolean).join(' ') || auditUser.nameless : auditUser.server

export const describeSubject = ({ subject_type, subject_name, pin }: queries.AuditLogRow) =>
  pin === null || subject_type === 'post-mortem' ? subject_name : `${subject_name} of ${formatTicketNumber(pin)}`

export const describeEntry = (row: queries.AuditLogRow) =>
  formatAuditSentence(row.action, userName(row), describeSubject(row))

const presentEntry = (row: queries.AuditLogRow): AuditEntry => ({
  id: row.id,
  happened_at: row.happened_at.toISOString(),
  user_id: row.user_id,
  person: presentUser(row),
  action: row.action,
  sentence: describeEntry(row),
  subject_type: row.subject_type,
  subject_id: row.subject_id,
  subject: describeSubject(row),
  ticket_id: row.ticket_id,
  request_id: row.request_id,
  source: row.source,
})
