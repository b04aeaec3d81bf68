import { sql } from 'kysely'
import type { Executor } from '../../http/context.ts'
import { condition } from '../../http/filters.ts'
import type { ListRequest } from '../../http/lists.ts'

export const librarySorts = ['name', 'position', 'code'] as const
const columns = ['id', 'name', 'code', 'system', 'notifiable', 'hex'] as const

/** One page of a library list, retired entries left out, and how many there are. */
export async function entryPage(
  db: Executor,
  name: string,
  list: ListRequest<'id' | 'name', (typeof librarySorts)[number]>,
) {
  let entries = db.selectFrom('library_entries').where('list', '=', name).where('retired_at', 'is', null)
  for (const filter of list.filters) entries = entries.where(condition(sql.ref(filter.field), filter))
  let page = entries.select(columns)
  for (const { field, descending } of list.sorts) page = page.orderBy(field, descending ? 'desc' : 'asc')
  const [{ total }, rows] = await Promise.all([
    entries.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
    page.orderBy('id').limit(list.perPage).offset(list.offset).execute(),
  ])
  return { total, rows }
}

export const entryById = (db: Executor, name: string, id: string) =>
  db.selectFrom('library_entries').select(columns).where('list', '=', name).where('id', '=', id).executeTakeFirst()
