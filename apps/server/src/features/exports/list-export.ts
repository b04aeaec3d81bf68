import type { Kysely } from 'kysely'
import { constants } from '@chisholm/domain/constants'
import { formatIsoInZone, type Zone } from '@chisholm/domain/dates'
import type { RoleAction } from '@chisholm/domain/permissions'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import { streamQuery } from '../../database/stream-query.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import type { ListRequest, ListRules } from '../../http/pagination.ts'

/** A cell: a number as such, everything else as text. */
export type Cell = string | number | null

/** A list that can be exported as a file. */
export interface ListExport {
  /** The last part of the list's path in the API. */
  name: string
  action: RoleAction
  rules: ListRules
  header: string[]
  /** Streams the rows in chunks; the signal aborts the query. */
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
  /** Header and cell of each column, in order. */
  columns: [string, (row: Row) => Cell | boolean | Date][]
}

/** Defines an export by its query and columns. */
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

/** Times are ISO 8601 with the offset of the zone, so that a file shows the same days as the screens. */
function formatCell(value: Cell | boolean | Date, zone: Zone): Cell {
  if (value instanceof Date) return formatIsoInZone(value, zone)
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
}
