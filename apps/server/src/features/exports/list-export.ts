import { type Kysely, type RawBuilder, sql } from 'kysely'
import { constants } from '@chisholm/domain/constants'
import { formatIsoInZone, type Zone } from '@chisholm/domain/dates'
import type { RoleAction } from '@chisholm/domain/permissions'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import { streamQuery } from '../../database/stream-query.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../http/context.ts'
import { condition, type Filter } from '../../http/filters.ts'
import type { ListRequest, ListRules } from '../../http/pagination.ts'

/** What stands in a cell: a number as itself, everything else as text. */
export type Cell = string | number | null

/** A list that can be taken along as a file. */
export interface ListExport {
  /** As the call of the list itself is named. */
  name: string
  action: RoleAction
  rules: ListRules
  header: string[]
  /** The rows as they come from the database, a few hundred at a time; the query ends with the signal. */
  rows(
    db: Kysely<Tables>,
    sites: AuthorizedSites,
    list: ListRequest,
    zone: Zone,
    signal: AbortSignal,
  ): AsyncIterable<Cell[]>
}

interface ExportDefinition<Row> {
  name: string
  action?: RoleAction
  rules: ListRules
  query(db: Executor, sites: AuthorizedSites, list: ListRequest): { stream(chunkSize: number): AsyncIterable<Row> }
  /** Header and cell of each column, in their order. */
  columns: [string, (row: Row) => Cell | boolean | Date][]
}

/** Describes a list by its query and its columns. */
export const defineExport = <Row>({
  action = 'lists.export',
  query,
  columns,
  ...definition
}: ExportDefinition<Row>): ListExport => ({
  ...definition,
  action,
  header: columns.map(([header]) => header),
  async *rows(db, sites, list, zone, signal) {
    const rows = streamQuery(db, (executor) => query(executor, sites, list), constants.exports.chunk, signal)
    for await (const row of rows) yield columns.map(([, cellOf]) => formatCell(cellOf(row), zone))
  },
})

/** Times are ISO 8601 with the offset of the zone, so that a file shows the days that screens do. */
function formatCell(value: Cell | boolean | Date, zone: Zone): Cell {
  if (value instanceof Date) return formatIsoInZone(value, zone)
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
}

/** All the filters of a list, each on what it looks at: a column by its name, or an expression. */
export function allFilters(
  filters: Filter[],
  columnOf: (field: string) => string | RawBuilder<unknown>,
): RawBuilder<boolean> {
  return and(
    filters.map((filter) => {
      const column = columnOf(filter.field)
      return condition(typeof column === 'string' ? sql.ref(column) : column, filter)
    }),
  )
}

/** Whether all conditions hold. */
export const and = (conditions: RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`

/** The order of a list on the columns it stands for; the id decides between equals. */
export const orderByList = (list: ListRequest, columnOf: (field: string) => string, id: string): RawBuilder<unknown> =>
  sql.join([
    ...list.sorts.map(
      ({ field, descending }) => sql`${sql.ref(columnOf(field))} ${sql.raw(descending ? 'desc' : 'asc')}`,
    ),
    sql.ref(id),
  ])
