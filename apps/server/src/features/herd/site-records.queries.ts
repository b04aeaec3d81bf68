import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Zone } from '@chisholm/domain/dates'
import { alphabetical } from '../../database/alphabetical.ts'
import type { SiteId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { inOneSnapshot } from '../../database/one-snapshot.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import { condition } from '../../http/filter-conditions.queries.ts'
import type { Filter } from '../../http/filters.ts'
import type { ListRequest } from '../../http/pagination.ts'

/** A row of a site: a lot or a head count. */
export interface SiteRecord {
  id: string
  site_id: SiteId
}

/** The table of a kind of record, and the fields of responses. */
export interface RecordTable<Row extends SiteRecord> {
  table: 'lots' | 'head_counts'
  fields: readonly (keyof Row & string)[]
  /** Fields of responses that have their own calls. */
  readOnlyFields?: readonly string[]
}

const columnsOf = ({
  fields,
  readOnlyFields = [],
}: Pick<RecordTable<SiteRecord>, 'readOnlyFields'> & { fields: readonly string[] }) =>
  sql.join([...fields, ...readOnlyFields].map((field) => sql.ref(`r.${field}`)))

export const mayReadSite = ({ ids }: AuthorizedSites) =>
  ids === null ? sql<boolean>`true` : sql<boolean>`r.site_id = any(${ids}::uuid[])`

/** The condition of a list's filters. `r` is the table of the records, `s` the sites table. */
export const recordFilters = (filters: Filter[]): RawBuilder<boolean> =>
  sql.join(
    [
      sql`true`,
      ...filters.map((filter) =>
        condition(filter.field === 'customer_id' ? sql.ref('s.customer_id') : sql.ref(`r.${filter.field}`), filter),
      ),
    ],
    sql` and `,
  )

/** The sort order of a list. Ties are broken by id. */
export const recordOrder = (sorts: ListRequest['sorts']): RawBuilder<unknown> =>
  sql.join([
    ...sorts.map(({ field, descending }) => {
      const column = field === 'name' ? alphabetical('r.name') : sql.ref(`r.${field}`)
      return sql`${column} ${sql.raw(descending ? 'desc' : 'asc')}`
    }),
    sql.ref('r.id'),
  ])

/** Reads one page of the records of these sites, and how many there are in total. */
export async function readRecordPage<Row extends SiteRecord>(
  db: Executor,
  kind: RecordTable<Row>,
  sites: AuthorizedSites,
  list: ListRequest,
): Promise<{ total: number; rows: Row[] }> {
  const from = sql`${sql.table(kind.table)} r join sites s on s.id = r.site_id
    where ${mayReadSite(sites)} and ${recordFilters(list.filters)}`
  return inOneSnapshot(db, async (db) => {
    const counted = await sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(db)
    const { rows } = await sql<Row>`select ${columnsOf(kind)} from ${from}
      order by ${recordOrder(list.sorts)} limit ${list.perPage} offset ${list.offset}`.execute(db)
    return { total: counted.rows[0]?.total ?? 0, rows }
  })
}

/**
 * Locks a record of these sites until the transaction ends, and reads it. The table is locked first, because an import,
 * which locks all of it, would deadlock with a transaction that holds a row and waits to write.
 */
export async function lockRecord<Row extends SiteRecord>(
  tx: Transaction<Tables>,
  kind: RecordTable<Row>,
  sites: AuthorizedSites,
  id: string,
): Promise<Row | undefined> {
  await sql`lock table ${sql.table(kind.table)} in row exclusive mode`.execute(tx)
  return recordById(tx, kind, sites, id, sql`for update`)
}

/** A record of these sites by id. */
export async function recordById<Row extends SiteRecord>(
  db: Executor,
  kind: RecordTable<Row>,
  sites: AuthorizedSites,
  id: string,
  lock = sql``,
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select ${columnsOf(kind)} from ${sql.table(kind.table)} r
    where r.id = ${id} and ${mayReadSite(sites)} ${lock}`.execute(db)
  return rows[0]
}

/** The time zone of the site of a record; null: that of the practice. */
export async function timeZoneOfRecord(tx: Executor, kind: Pick<RecordTable<SiteRecord>, 'table'>, id: string) {
  const { rows } = await sql<{ time_zone: Zone | null }>`
    select s.time_zone from ${sql.table(kind.table)} r join sites s on s.id = r.site_id where r.id = ${id}`.execute(tx)
  return rows[0]?.time_zone ?? null
}

/** @returns false if the id is in use, or the site has a conflicting record */
export async function insertRecord<Row extends SiteRecord>(
  tx: Executor,
  kind: RecordTable<Row>,
  row: Row,
): Promise<boolean> {
  const values = kind.fields.map((field) => row[field])
  const { numAffectedRows } = await sql`insert into ${sql.table(kind.table)}
    (${sql.join(kind.fields.map((field) => sql.id(field)))}) values (${sql.join(values)})
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export const updateRecord = <Row extends SiteRecord>(tx: Executor, kind: RecordTable<Row>, row: Row) =>
  sql`update ${sql.table(kind.table)}
      set ${sql.join(kind.fields.map((field) => sql`${sql.id(field)} = ${row[field]}`))}
      where id = ${row.id}`.execute(tx)

export const deleteRecord = (tx: Executor, kind: Pick<RecordTable<SiteRecord>, 'table'>, id: string) =>
  sql`delete from ${sql.table(kind.table)} where id = ${id}`.execute(tx)

/** Whether any record has this id, even one that the user may not see. */
export async function isIdTaken(tx: Executor, kind: Pick<RecordTable<SiteRecord>, 'table'>, id: string) {
  const { rows } = await sql`select from ${sql.table(kind.table)} where id = ${id}`.execute(tx)
  return rows.length > 0
}
