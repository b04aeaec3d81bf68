import type { Kysely } from 'kysely'
import { serverConstants } from '@chisholm/domain/constants'
import { formatIsoInZone, type Zone } from '@chisholm/domain/dates'
import type { RoleAction } from '@chisholm/domain/permissions'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import { streamQuery } from '../../database/stream-query.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import type { ListRequest, ListRules } from '../../http/pagination.ts'

/** A number stays a number in the file. Everything else is text. */
export type Cell = string | number | null

export interface ListExport {
  /** The last part of the path under which the API serves the list. */
  name: string
  action: RoleAction
  rules: ListRules
  header: string[]
  /** Streams the rows in chunks. The signal aborts the query. */
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
  /** The time zone for the times of a row; without it, or where it is null, that of the practice. */
  zone?(row: Row): Zone | null
  /** Heading and cell of each column, in order. */
  columns: [string, (row: Row) => Cell | boolean | Date][]
}

export const defineExport = <Row>({
  action = 'lists.export',
  query,
  columns,
  zone: zoneOf,
  ...definition
}: ExportDefinition<Row>): ListExport => ({
  ...definition,
  action,
  header: columns.map(([header]) => header),
  async *rows(db, sites, list, zone, signal) {
    const rows = streamQuery(db, (executor) => query(executor, sites, list), serverConstants.exports.chunk, signal)
    for await (const row of rows) yield columns.map(([, cellOf]) => formatCell(cellOf(row), zoneOf?.(row) ?? zone))
  },
})

/** A time is written as ISO 8601 with the offset of the zone, so that a file shows the same days as the screens. */
function formatCell(value: Cell | boolean | Date, zone: Zone): Cell {
  if (value instanceof Date) return formatIsoInZone(value, zone)
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
}
