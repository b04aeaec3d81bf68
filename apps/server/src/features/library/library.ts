import {
  type LibraryEntryFields,
  validateLibraryEntry,
  extraFieldsOf,
  type LibraryList,
  libraryLists,
  systemOfEntry,
} from '@chisholm/domain/library'
import { dangerLevels } from '@chisholm/domain/danger-signs'
import { may } from '@chisholm/domain/permissions'
import type { LibraryListState } from '@chisholm/domain/schemas/library'
import { serverTexts } from '@chisholm/domain/server-texts'
import { NIL } from 'uuid'
import { acquireAdvisoryLock } from '../../database/advisory-lock.ts'
import type { Executor } from '../../database/executor.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireVersionMatch } from '../../http/etag.ts'
import { conflict, forbidden, idInUse, invalid, notFound } from '../../http/app-error.ts'
import { moveToPosition } from '../../http/move-to-position.ts'
import { type NewAuditEntry, recordAddition, recordAudit, wasCreatedAs } from '../audit-recorder/index.ts'
import * as queries from './library.queries.ts'
import {
  isEntryOnCompletedPostMortem,
  isEntryUsed,
  lockEntryNamesForChange,
  lockLibraryEntry,
} from './entry-usage.queries.ts'

/** The fields of an entry that change. Missing fields keep their values. */
export interface EntryPatch extends Partial<LibraryEntryFields> {
  /** Position in the list, counted from 1. */
  position?: number
  retired?: boolean
}

const subject = (id: string) => ({ type: 'library-entry', id })
const emptyEntry: LibraryEntryFields = {
  name: '',
  code: null,
  system: null,
  notifiable: false,
  hex: null,
  hint: null,
  required: false,
  advice: null,
  text: null,
  level: null,
}

/** @throws notFound  the list has no such entry */
export async function readEntry(db: Executor, list: LibraryList, id: string): Promise<queries.EntryRow> {
  const entry = await queries.entryById(db, list, id)
  if (!entry) throw notFound()
  return entry
}

/**
 * Lists the library lists.
 * @throws forbidden  the user is not an Admin
 */
export async function readLists(ctx: Context): Promise<LibraryListState[]> {
  if (!may(ctx.person, 'library.manage')) throw forbidden()
  const states = new Map((await queries.listStates(ctx.db)).map((state) => [state.list, state]))
  return libraryLists.toSorted().map((list) => states.get(list) ?? { list, entries: 0, retired: 0, ordered: false })
}

/** Lists the entries of a list. @returns one page and the total */
export const listEntries = ({ db }: Context, list: LibraryList, request: Parameters<typeof queries.readEntryPage>[2]) =>
  queries.readEntryPage(db, list, request)

/**
 * Adds an entry to a list. A repeated request with the same id and content changes nothing.
 * @throws forbidden  the user is not an Admin
 * @throws invalid    fields are invalid; the error names each
 * @throws conflict   the id is in use
 */
export async function addEntry(ctx: WriteContext, list: LibraryList, id: string, patch: EntryPatch): Promise<void> {
  await lockListForAdmin(ctx, list)
  const fields = fieldsOfList(list, { ...emptyEntry, ...patch })
  const added: NewAuditEntry = { action: 'library entry added', subject: subject(id), after: { list, ...fields } }
  if (await queries.entryById(ctx.db, list, id)) {
    if (await wasCreatedAs(ctx.db, ctx.person, added)) return
    throw idInUse()
  }
  await requireValidEntry(ctx.db, list, id, fields)
  const retired_at = patch.retired ? new Date() : null
  // another list has the id
  if (!(await queries.insertEntry(ctx.db, list, id, { ...fields, retired_at }))) throw idInUse()
  await moveEntry(ctx.db, list, id, patch)
  await recordAddition(ctx.db, ctx, added)
}

/**
 * Renames, retires, restores or moves an entry. An entry on a completed ticket keeps its name, because reports do not
 * change (docs/decisions/0008-library-entries.md).
 * @throws forbidden  the user is not an Admin
 * @throws notFound   the list has no such entry
 * @throws stale      the entry has changed since the caller read it
 * @throws invalid    fields are invalid; the error names each
 * @throws conflict   the name may not change
 */
export async function changeEntry(
  ctx: WriteContext,
  list: LibraryList,
  id: string,
  patch: EntryPatch,
  expected: IfMatch,
): Promise<void> {
  await lockListForAdmin(ctx, list)
  const { version, ...before } = await readEntry(ctx.db, list, id)
  requireVersionMatch(expected, version)
  const fields = fieldsOfList(list, { ...before, ...patch })
  await requireValidEntry(ctx.db, list, id, fields)
  if (fields.name !== before.name) {
    await lockEntryNamesForChange(ctx.db)
    await lockLibraryEntry(ctx.db, id)
    if (await isEntryOnCompletedPostMortem(ctx.db, id)) throw conflict(serverTexts.refusal.entryOnCompleted)
  }
  const retiredChanges = patch.retired !== undefined && patch.retired !== before.retired
  await queries.updateEntry(ctx.db, id, {
    ...fields,
    ...(retiredChanges && { retired_at: patch.retired ? new Date() : null }),
  })
  await moveEntry(ctx.db, list, id, patch)
  const { version: _version, ...after } = await readEntry(ctx.db, list, id)
  const position = patch.position === undefined ? {} : { position: patch.position }
  await recordAudit(ctx.db, ctx, {
    action: 'library entry changed',
    subject: subject(id),
    before: { list, ...before },
    after: { list, ...after, ...position },
  })
}

/**
 * Deletes an entry that was never used.
 * @throws forbidden  the user is not an Admin
 * @throws notFound   the list has no such entry
 * @throws stale      the entry has changed since the caller read it
 * @throws conflict   the entry is in use
 */
export async function deleteEntry(ctx: WriteContext, list: LibraryList, id: string, expected: IfMatch): Promise<void> {
  await lockListForAdmin(ctx, list)
  const { version, ...entry } = await readEntry(ctx.db, list, id)
  requireVersionMatch(expected, version)
  await lockLibraryEntry(ctx.db, id)
  if (await isEntryUsed(ctx.db, id)) throw conflict(serverTexts.refusal.entryInUse)
  await queries.deleteEntry(ctx.db, id)
  await recordAudit(ctx.db, ctx, { action: 'library entry deleted', subject: subject(id), before: { list, ...entry } })
}

/**
 * Removes the custom order of a list, which makes it alphabetical again.
 * @throws forbidden  the user is not an Admin
 */
export async function makeAlphabetical(ctx: WriteContext, list: LibraryList): Promise<void> {
  await lockListForAdmin(ctx, list)
  const before = await queries.readEntryOrder(ctx.db, list)
  await queries.resetOrder(ctx.db, list)
  await recordAudit(ctx.db, ctx, {
    action: 'library list made alphabetical',
    subject: { type: 'library-list', id: NIL },
    before: { list, before },
    after: { list },
  })
}

/** Changes of one list wait for each other, because each depends on the names and positions of the others. */
async function lockListForAdmin(ctx: WriteContext, list: LibraryList): Promise<void> {
  if (!may(ctx.person, 'library.manage')) throw forbidden()
  await lockLibraryList(ctx.db, list)
}

/** Blocks changes of this list by other transactions until this one ends. */
export const lockLibraryList = (tx: WriteContext['db'], list: LibraryList) => acquireAdvisoryLock(tx, `library ${list}`)

/** Removes the fields that entries of this list do not have. */
function fieldsOfList(list: LibraryList, { name, system, ...others }: LibraryEntryFields): LibraryEntryFields {
  const extras = extraFieldsOf(list)
  // the default is the strictest
  const level = extras.includes('level') ? dangerLevels[0] : null
  const text = extras.includes('text') ? name : null
  const ownFields = Object.entries({ ...others, system: systemOfEntry(list, system) }).filter(([field]) =>
    extras.some((extra) => extra === field),
  )
  return { ...emptyEntry, level, text, ...Object.fromEntries(ownFields.filter(([, value]) => value !== null)), name }
}

async function requireValidEntry(
  tx: Executor,
  list: LibraryList,
  id: string,
  fields: LibraryEntryFields,
): Promise<void> {
  const errors = validateLibraryEntry(list, fields)
  for (const other of await queries.conflictingEntries(tx, list, id, fields))
    if (other.same_name)
      errors['name'] ??= [
        other.retired ? serverTexts.validation.entryNameRetired : serverTexts.validation.entryNameTaken,
      ]
    else errors['code'] ??= [serverTexts.validation.entryCodeTaken]
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

async function moveEntry(
  tx: Executor,
  list: LibraryList,
  id: string,
  { position, retired }: EntryPatch,
): Promise<void> {
  if (position === undefined || retired) return
  await queries.saveEntryOrder(tx, list, moveToPosition(await queries.readEntryOrder(tx, list), id, position))
}
