import { libraryEntryFields, type LibraryEntryFields, type LibraryList } from '@chisholm/domain/library'
import { type Insertable, sql } from 'kysely'
import { alphabetical } from '../../database/alphabetical.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { insertIfAbsent } from '../../database/insert-if-absent.ts'
import { countOfRows, readPageAndTotal } from '../../database/one-snapshot.ts'
import { condition } from '../../http/filter-conditions.queries.ts'
import { isTrue } from '../../http/filters.ts'
import type { ListRequest } from '../../http/pagination.ts'

export const librarySorts = ['name', 'position', 'code'] as const
export const libraryFilters = { id: 'id', name: 'text' } as const
/** Only Admins may list retired entries. */
export const libraryAdminFilters = { ...libraryFilters, retired: 'flag' } as const
const columns = ['id', ...libraryEntryFields, 'position'] as const
const retired = sql<boolean>`retired_at is not null`

/**
 * Reads one page of a library list and how many entries there are in total. Retired entries are excluded unless a
 * filter includes them.
 */
export async function readEntryPage(
  db: Executor,
  name: string,
  list: ListRequest<keyof typeof libraryAdminFilters, (typeof librarySorts)[number]>,
) {
  const retiredFilter = list.filters.find((filter) => filter.field === 'retired')
  let entries = db
    .selectFrom('library_entries')
    .where('list', '=', name)
    .where('retired_at', retiredFilter && isTrue(retiredFilter) ? 'is not' : 'is', null)
  for (const filter of list.filters)
    if (filter !== retiredFilter) entries = entries.where(condition(sql.ref(filter.field), filter))
  let page = entries.select([...columns, retired.as('retired')])
  for (const { field, descending } of list.sorts)
    page = page.orderBy(field === 'name' ? alphabetical('name') : field, descending ? 'desc' : 'asc')
  return readPageAndTotal(db, entries.select(countOfRows), page.orderBy('id').limit(list.perPage).offset(list.offset))
}

/** Finds an entry by list and id, even if it is retired. */
export const entryById = (db: Executor, name: string, id: string) =>
  db
    .selectFrom('library_entries')
    .select([...columns, retired.as('retired'), 'version'])
    .where('list', '=', name)
    .where('id', '=', id)
    .executeTakeFirst()
export type EntryRow = NonNullable<Awaited<ReturnType<typeof entryById>>>

/** Other entries of the list with the same name or code, in upper or lower case. */
export const conflictingEntries = (db: Executor, list: string, id: string, { name, code }: LibraryEntryFields) =>
  db
    .selectFrom('library_entries')
    .select([sql<boolean>`lower(name) = lower(${name})`.as('same_name'), retired.as('retired')])
    .where('list', '=', list)
    .where('id', '!=', id)
    .where(sql<boolean>`(lower(name) = lower(${name}) or lower(code) = lower(${code}::text))`)
    .orderBy('same_name', 'desc')
    .execute()

/**
 * Inserts an entry. In a list with a custom order it comes last.
 * @returns false if the id is in use
 */
export const insertEntry = (
  tx: Executor,
  list: string,
  id: string,
  fields: LibraryEntryFields & { retired_at: Date | null },
): Promise<boolean> => {
  const position = sql<number>`(select case when max(position) > 0 then max(position) + 1 else 0 end
    from library_entries where list = ${list})`
  return insertIfAbsent(tx, 'library_entries', { ...fields, id, list, position }, ['id'])
}

/** Updates an entry and increments its version. */
export const updateEntry = (tx: Executor, id: string, change: LibraryEntryFields & { retired_at?: Date | null }) =>
  tx
    .updateTable('library_entries')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

/** Updates all fields of entries, and increments their versions. Retired entries stay retired. */
export const updateEntries = (tx: Executor, entries: ({ id: string } & LibraryEntryFields)[]) =>
  sql`update library_entries entry set name = changed.name, code = changed.code, system = changed.system,
        notifiable = changed.notifiable, hex = changed.hex, hint = changed.hint, required = changed.required,
        advice = changed.advice, text = changed.text, level = changed.level, version = entry.version + 1
      from json_populate_recordset(null::library_entries, ${JSON.stringify(entries)}) changed
      where entry.id = changed.id`.execute(tx)

export const deleteEntry = (tx: Executor, id: string) => tx.deleteFrom('library_entries').where('id', '=', id).execute()

/** The ids of a list in its current order, which is alphabetical unless there is a custom order. */
export const readEntryOrder = async (db: Executor, list: string) =>
  (
    await db
      .selectFrom('library_entries')
      .select('id')
      .where('list', '=', list)
      .where('retired_at', 'is', null)
      .orderBy('position')
      .orderBy(alphabetical('name'))
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

/**
 * Saves the order of a list, and increments the version of the entries whose position changes. Retired entries are not
 * in `ids` and get the position after the last.
 */
export const saveEntryOrder = (tx: Executor, list: string, ids: string[]) =>
  sql`update library_entries entry set position = ordered.position, version = version + 1
    from (select id, coalesce(array_position(${ids}::uuid[], id), ${ids.length + 1}) as position
          from library_entries where list = ${list}) ordered
    where entry.id = ordered.id and entry.position <> ordered.position`.execute(tx)

export const resetOrder = (tx: Executor, list: string) =>
  tx
    .updateTable('library_entries')
    .set({ position: 0, version: sql`version + 1` })
    .where('list', '=', list)
    .where('position', '!=', 0)
    .execute()

/** Each list with the numbers of its active and retired entries, and whether it has a custom order. */
export const listStates = (db: Executor) =>
  db
    .selectFrom('library_entries')
    .select([
      'list',
      sql<number>`(count(*) filter (where retired_at is null))::int`.as('entries'),
      sql<number>`(count(*) filter (where retired_at is not null))::int`.as('retired'),
      sql<boolean>`max(position) > 0`.as('ordered'),
    ])
    .groupBy('list')
    .execute()

/** Marks lists as filled. @returns those that were not, and have no entries */
export async function markAsFilled(tx: Executor, lists: readonly LibraryList[]): Promise<Set<string>> {
  const { rows } = await sql<{ list: string; is_empty: boolean }>`
    insert into filled_library_lists as f select unnest(${lists}::text[]) on conflict do nothing
    returning f.list, not exists (select from library_entries e where e.list = f.list) as is_empty`.execute(tx)
  return new Set(rows.filter(({ is_empty }) => is_empty).map(({ list }) => list))
}

/** Whether any list was filled: those of a new database are not, until its first account is created. */
export const hasFilledLists = async (db: Executor): Promise<boolean> =>
  (await db.selectFrom('filled_library_lists').select('list').limit(1).executeTakeFirst()) !== undefined

/** Inserts the entries that do not conflict with existing ones. */
export const insertMissingEntries = (db: Executor, entries: Insertable<Tables['library_entries']>[]) =>
  db
    .insertInto('library_entries')
    .values(entries)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
