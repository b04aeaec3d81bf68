import type { Zone } from '@chisholm/domain/dates'
import { may } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import type { ValidationErrors } from '@chisholm/domain/validation'
import { withoutUndefined } from '@chisholm/domain/typed-objects'
import type { SiteId } from '../../database/ids.ts'
import { isUniqueViolation } from '../../database/constraint-violations.ts'
import { type FieldErrors, forbidden, idInUse, invalid, notFound } from '../../http/app-error.ts'
import { type BodyText, isUuid, readText } from '../../http/body-fields.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireContentMatch } from '../../http/etag.ts'
import { siteTimeZone } from '../../http/site-time-zones.queries.ts'
import { type NewAuditEntry, recordAddition, recordAudit, wasCreatedAs } from '../audit-recorder/index.ts'
import { lockSiteForShare } from '../sites/index.ts'
import * as queries from './site-records.queries.ts'

/** A kind of record that clients enter for their own sites and Admins for every site: lots or head counts. */
export interface RecordKind<Row extends queries.SiteRecord> extends queries.RecordTable<Row> {
  /** Noun in the audit log: `lot added`. */
  noun: 'lot' | 'head count'
  /** The unique index of the table, and the errors of a record that violates it. */
  unique: { index: string; errors: FieldErrors }
  validate(row: Unset<Row>, now: Date): ValidationErrors
}

type Unset<Row> = { [F in keyof Omit<Row, 'id'>]: Row[F] | null }
/** The fields of a request. A field that is undefined stays as it is. */
export type RecordPatch<Row> = { [F in keyof Omit<Row, 'id'>]: Row[F] | null | undefined }

export const subjectOf = (kind: { noun: string }, id: string) => ({ type: kind.noun.replace(' ', '-'), id })

/** Lists the records of the sites that the user may see. */
export const listRecords = <Row extends queries.SiteRecord>(
  ctx: Context,
  kind: RecordKind<Row>,
  list: Parameters<typeof queries.readRecordPage>[3],
) => queries.readRecordPage(ctx.db, kind, ctx.person.sites, list)

/** @throws notFound  the record does not exist, or its site is not the user's */
export async function readRecord<Row extends queries.SiteRecord>(
  ctx: Context,
  kind: RecordKind<Row>,
  id: string,
): Promise<Row> {
  const record = await queries.recordById(ctx.db, kind, ctx.person.sites, id)
  if (!record) throw notFound()
  return record
}

/** The time zone of the site that a request names, in which its days are read; null: that of the practice. */
export async function timeZoneOfSentSite({ db }: WriteContext, sent: BodyText | undefined): Promise<Zone | null> {
  const id = readText(sent)
  return id && isUuid<SiteId>(id) ? siteTimeZone(db, id) : null
}

/** The same for a change, which may leave a record at its site. */
export const timeZoneOfChange = (
  ctx: WriteContext,
  kind: { table: 'lots' | 'head_counts' },
  id: string,
  sent: BodyText | undefined,
): Promise<Zone | null> => (sent ? timeZoneOfSentSite(ctx, sent) : queries.timeZoneOfRecord(ctx.db, kind, id))

/**
 * Adds a record. A repeated request of the same user with the same id and content changes nothing.
 * @throws forbidden  the role may not add records
 * @throws invalid    fields are invalid, the site is not the user's, or has a conflicting record
 * @throws conflict   the id is in use
 */
export async function addRecord<Row extends queries.SiteRecord>(
  ctx: WriteContext,
  kind: RecordKind<Row>,
  id: string,
  sent: RecordPatch<Row>,
): Promise<void> {
  if (!may(ctx.person, 'herd.write')) throw forbidden()
  const empty = Object.fromEntries(kind.fields.map((field) => [field, null]))
  const record = await requireValid(ctx, kind, { ...empty, ...withoutUndefined(sent), id })
  const added: NewAuditEntry = { action: `${kind.noun} added`, subject: subjectOf(kind, id), after: record }
  if (await queries.insertRecord(ctx.db, kind, record)) return recordAddition(ctx.db, ctx, added)
  const existing = await queries.recordById(ctx.db, kind, ctx.person.sites, id)
  // either the row with this id is not visible, or the site has a conflicting record
  if (!existing) throw (await queries.isIdTaken(ctx.db, kind, id)) ? idInUse() : invalid(kind.unique.errors)
  if (!(await wasCreatedAs(ctx.db, ctx.person, added))) throw idInUse()
}

async function requireValid<Row extends queries.SiteRecord>(
  ctx: WriteContext,
  kind: RecordKind<Row>,
  fields: object,
): Promise<Row> {
  // cast: the caller passes a value for each field; missing ones are errors below
  const record = fields as Unset<Row> & { id: string; site_id: SiteId | null }
  const errors = kind.validate(record, new Date())
  const { site_id } = record
  if (site_id && !(await lockSiteForShare(ctx.db, ctx.person.sites, site_id)))
    errors['site_id'] = [texts.validation.siteRequired]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  // cast: required fields have been validated
  return record as unknown as Row
}

/**
 * Changes a record, perhaps moving it to another site of the user.
 * @throws notFound  the record does not exist, or its site is not the user's; stale  it has changed; otherwise as when
 * adding
 */
export async function changeRecord<Row extends queries.SiteRecord>(
  ctx: WriteContext,
  kind: RecordKind<Row>,
  id: string,
  sent: RecordPatch<Row>,
  expected: IfMatch,
): Promise<{ before: Row; after: Row }> {
  const before = await requireRecord(ctx, kind, id, expected)
  const after = await requireValid(ctx, kind, { ...before, ...withoutUndefined(sent) })
  await queries.updateRecord(ctx.db, kind, after).catch((error: unknown) => {
    throw isUniqueViolation(error, kind.unique.index) ? invalid(kind.unique.errors) : error
  })
  await recordAudit(ctx.db, ctx, { action: `${kind.noun} changed`, subject: subjectOf(kind, id), before, after })
  return { before, after }
}

/** @throws as changing it */
export async function deleteRecord<Row extends queries.SiteRecord>(
  ctx: WriteContext,
  kind: RecordKind<Row>,
  id: string,
  expected: IfMatch,
): Promise<void> {
  const record = await requireRecord(ctx, kind, id, expected)
  await queries.deleteRecord(ctx.db, kind, id)
  await recordAudit(ctx.db, ctx, { action: `${kind.noun} deleted`, subject: subjectOf(kind, id), before: record })
}

/**
 * Locks a record that the user changes or deletes, and checks that it may be changed.
 * @throws notFound   there is none on the sites of the user
 * @throws forbidden  the role may not write records
 * @throws stale      it has changed since the version of If-Match
 */
export async function requireRecord<Row extends queries.SiteRecord>(
  ctx: WriteContext,
  kind: RecordKind<Row>,
  id: string,
  expected: IfMatch,
): Promise<Row> {
  const record = await queries.lockRecord(ctx.db, kind, ctx.person.sites, id)
  if (!record) throw notFound()
  if (!may(ctx.person, 'herd.write')) throw forbidden()
  requireContentMatch(expected, record)
  return record
}
