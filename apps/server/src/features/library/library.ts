import { type EntryFacts, entryMistakes, extrasOf, type LibraryList, libraryLists } from '@chisholm/domain/library'
import { may } from '@chisholm/domain/permissions'
import type { LibraryListState } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { NIL } from 'uuid'
import { oneAtATime } from '../../database/one-at-a-time.ts'
import type { Context, Executor, WriteContext } from '../../http/context.ts'
import { checkVersion } from '../../http/etag.ts'
import { conflict, forbidden, idInUse, invalid, notFound } from '../../http/failures.ts'
import { movedTo } from '../../http/positions.ts'
import { audit } from '../audit/index.ts'
import * as queries from './library.queries.ts'
import { isOnCompleted, isUsed, lockEntry } from './usage.queries.ts'

/** What an Admin sends of an entry; what is left out stays. */
export interface SentEntry extends Partial<EntryFacts> {
  /** Its place in the list, from 1. */
  position?: number
  /** Whether it is no longer offered. */
  retired?: boolean
}

const subject = (id: string) => ({ type: 'library-entry', id })
const blank: EntryFacts = { name: '', code: null, system: null, notifiable: false, hex: null }

/** @throws notFound */
export async function readEntry(db: Executor, list: LibraryList, id: string): Promise<queries.EntryRow> {
  const entry = await queries.entryById(db, list, id)
  if (!entry) throw notFound()
  return entry
}

/** The library lists as Admins see them, by name. @throws forbidden */
export async function readLists(ctx: Context): Promise<LibraryListState[]> {
  if (!may(ctx.person, 'library.manage')) throw forbidden()
  const states = new Map((await queries.listStates(ctx.db)).map((state) => [state.list, state]))
  return libraryLists.toSorted().map((list) => states.get(list) ?? { list, entries: 0, retired: 0, ordered: false })
}

/**
 * Adds an entry to a list. Repeating it with the same id and content gives the same.
 * @throws forbidden; invalid with the text of each field; conflict  the id is used
 */
export async function addEntry(ctx: WriteContext, list: LibraryList, id: string, sent: SentEntry): Promise<void> {
  await holdList(ctx, list)
  const facts = factsOf(list, { ...blank, ...sent })
  const known = await queries.entryById(ctx.db, list, id)
  if (known && isSame(known, facts)) return
  if (await queries.isIdUsed(ctx.db, id)) throw idInUse()
  await check(ctx.db, list, id, facts)
  await queries.insertEntry(ctx.db, list, id, facts)
  if (sent.retired) await queries.changeEntry(ctx.db, id, { ...facts, retired_at: new Date() })
  await place(ctx.db, list, id, sent)
  await audit(ctx.db, ctx, 'library entry added', subject(id), null, { list, ...facts })
}

/**
 * Renames an entry, retires or restores it, moves it. A name that stands on completed tickets stays: their reports
 * do not change (docs/decisions/0008-library-entries.md).
 * @throws forbidden, notFound, stale; invalid with the text of each field; conflict  its name may not change
 */
export async function changeEntry(
  ctx: WriteContext,
  list: LibraryList,
  id: string,
  sent: SentEntry,
  expected: number | null,
): Promise<void> {
  await holdList(ctx, list)
  const { version, ...before } = await readEntry(ctx.db, list, id)
  checkVersion(expected, version)
  const facts = factsOf(list, { ...before, ...sent })
  await check(ctx.db, list, id, facts)
  if (facts.name !== before.name) {
    await lockEntry(ctx.db, id)
    if (await isOnCompleted(ctx.db, id)) throw conflict(texts.refusal.entryOnCompleted)
  }
  const moves = sent.retired !== undefined && sent.retired !== before.retired
  await queries.changeEntry(ctx.db, id, { ...facts, ...(moves && { retired_at: sent.retired ? new Date() : null }) })
  await place(ctx.db, list, id, sent)
  const { version: _version, ...after } = await readEntry(ctx.db, list, id)
  const placed = sent.position === undefined ? {} : { position: sent.position }
  await audit(ctx.db, ctx, 'library entry changed', subject(id), { list, ...before }, { list, ...after, ...placed })
}

/** Deletes an entry nothing ever referred to. @throws forbidden, notFound, stale; conflict  it is in use */
export async function deleteEntry(
  ctx: WriteContext,
  list: LibraryList,
  id: string,
  expected: number | null,
): Promise<void> {
  await holdList(ctx, list)
  const { version, ...entry } = await readEntry(ctx.db, list, id)
  checkVersion(expected, version)
  await lockEntry(ctx.db, id)
  if (await isUsed(ctx.db, id)) throw conflict(texts.refusal.entryInUse)
  await queries.deleteEntry(ctx.db, id)
  await audit(ctx.db, ctx, 'library entry deleted', subject(id), { list, ...entry }, null)
}

/** Takes the Admin's order from a list: it is alphabetical again. @throws forbidden */
export async function makeAlphabetical(ctx: WriteContext, list: LibraryList): Promise<void> {
  await holdList(ctx, list)
  const before = await queries.orderOfEntries(ctx.db, list)
  await queries.resetOrder(ctx.db, list)
  await audit(
    ctx.db,
    ctx,
    'library list made alphabetical',
    { type: 'library-list', id: NIL },
    { list, before },
    { list },
  )
}

/** Changes of one list, one after the other: each looks at the names and places of the others. */
async function holdList(ctx: WriteContext, list: LibraryList): Promise<void> {
  if (!may(ctx.person, 'library.manage')) throw forbidden()
  await lockLibraryList(ctx.db, list)
}

/** Lets no other transaction change this list until this one ends. */
export const lockLibraryList = (tx: WriteContext['db'], list: LibraryList) => oneAtATime(tx, `library ${list}`)

/** The facts the entries of this list have. */
function factsOf(list: LibraryList, { name, ...more }: EntryFacts): EntryFacts {
  const extras = extrasOf(list)
  const kept = Object.entries(more).filter(([field]) => extras.some((extra) => extra === field))
  return { ...blank, ...Object.fromEntries(kept), name }
}

async function check(tx: Executor, list: LibraryList, id: string, facts: EntryFacts): Promise<void> {
  const mistakes = entryMistakes(facts)
  const { validation } = texts
  for (const other of await queries.entriesLike(tx, list, id, facts))
    if (other.same_name) mistakes['name'] ??= [other.retired ? validation.entryNameRetired : validation.entryNameTaken]
    else mistakes['code'] ??= [validation.entryCodeTaken]
  if (Object.keys(mistakes).length > 0) throw invalid(mistakes)
}

async function place(tx: Executor, list: LibraryList, id: string, { position, retired }: SentEntry): Promise<void> {
  if (position === undefined || retired) return
  await queries.orderEntries(tx, list, movedTo(await queries.orderOfEntries(tx, list), id, position))
}

const isSame = (known: EntryFacts, facts: EntryFacts) =>
  // cast: Object.keys and Object.entries forget which keys there are
  (Object.keys(blank) as (keyof EntryFacts)[]).every((field) => known[field] === facts[field])
