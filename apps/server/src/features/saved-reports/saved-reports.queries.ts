import { sql, type Transaction } from 'kysely'
import type { ReportFilter } from '@chisholm/domain/report-filter'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import { alphabetical } from '../../database/alphabetical.ts'
import type { UserId } from '../../database/ids.ts'
import { insertIfAbsent } from '../../database/insert-if-absent.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { countOfRows, readPageAndTotal } from '../../database/one-snapshot.ts'
import { inList } from '../../http/filter-conditions.queries.ts'
import type { ListRequest, SortField } from '../../http/pagination.ts'
import { readAnimalPage } from '../animals/index.ts'

const columns = ['id', 'type', 'name', 'parameters', 'created_at', 'updated_at', 'version', 'user_id'] as const

/** Reads one page of a user's saved reports, and how many there are in total. */
export async function readReportPage(db: Executor, userId: UserId, list: ListRequest<never, 'name' | 'created_at'>) {
  const reports = db.selectFrom('saved_reports').where('user_id', '=', userId)
  let page = reports.select(columns)
  for (const { field, descending } of list.sorts)
    page = page.orderBy(field === 'name' ? alphabetical(field) : field, descending ? 'desc' : 'asc')
  return readPageAndTotal(db, reports.select(countOfRows), page.orderBy('id').limit(list.perPage).offset(list.offset))
}

export const reportById = (db: Executor, id: string) =>
  db.selectFrom('saved_reports').select(columns).where('id', '=', id).executeTakeFirst()

export const lockReport = (tx: Transaction<Tables>, id: string) =>
  tx.selectFrom('saved_reports').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export type SavedReportRow = NonNullable<Awaited<ReturnType<typeof reportById>>>

/** @returns false if the id is already in use */
export const insertReport = (
  db: Executor,
  report: { id: string; user_id: UserId; type: 'animals'; name: string; parameters: string },
): Promise<boolean> => insertIfAbsent(db, 'saved_reports', report, ['id'])

export const changeReport = (db: Executor, id: string, change: { name?: string; parameters?: string }) =>
  db
    .updateTable('saved_reports')
    .set({ ...change, updated_at: new Date(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const deleteReport = (db: Executor, id: string) => db.deleteFrom('saved_reports').where('id', '=', id).execute()

const columnOf = {
  tagColor: 'a.tag_color_id',
  group: 'a.animal_group_id',
  breed: 'a.breed_id',
  animalColor: 'a.animal_color_id',
  temperature: 'a.temperature',
  weight: 'a.weight',
  date: 'a.customer_record_at',
} as const

/** Reads one page of the animals that match a filter, and how many there are in total. */
export function animalsOfFilter(
  db: Executor,
  sites: AuthorizedSites,
  filter: ReportFilter,
  list: { perPage: number; offset: number; sorts: readonly SortField<'date'>[] },
) {
  // cast: Object.keys and Object.entries lose the key type
  const conditions = (Object.entries(filter) as [keyof ReportFilter, ReportFilter[keyof ReportFilter]][]).flatMap(
    ([key, value]) => {
      const column = sql.ref(columnOf[key])
      if (Array.isArray(value)) return value.length > 0 ? [inList(column, value, 'uuid')] : []
      const { min = null, max = null } = value ?? {}
      return [
        ...(min === null || min === '' ? [] : [sql<boolean>`${column} >= ${min}`]),
        ...(max === null || max === '' ? [] : [sql<boolean>`${column} <= ${max}`]),
      ]
    },
  )
  const sorts = list.sorts.map(({ field, descending }) => ({ column: sql.ref(columnOf[field]), descending }))
  return readAnimalPage(db, { sites, conditions, sorts }, list)
}
