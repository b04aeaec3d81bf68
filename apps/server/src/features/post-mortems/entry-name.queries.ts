import { type RawBuilder, sql } from 'kysely'
import type { Named } from '@chisholm/domain/schemas/references'

/**
 * Id and name of the library entry a column refers to. This is a subquery per row and not a join: with seven joins,
 * PostgreSQL spends more time planning than reading the page.
 */
export const entryNameSql = (column: string) =>
  sql<Named | null>`case when ${sql.ref(column)} is not null then
    (select json_build_object('id', l.id, 'name', l.name) from library_entries l where l.id = ${sql.ref(column)}) end`

/** Names by id of the library entries with these ids; null if there are none. */
export const entryNamesSql = (ids: RawBuilder<unknown>[]) =>
  sql<Record<string, string> | null>`(
    select json_object_agg(l.id, l.name) from library_entries l where l.id = any(array[${sql.join(ids)}]))`
