import { columns, type DB } from './tables.generated.ts'

/** Row types by table, generated from the migrations (`npm run database-types`). */
export type Tables = DB

/* Never write `select *`: a prepared statement fails once its table gets another column, and a running server must
   survive while the next version migrates its database. */

const columnsWithout = <Column extends string, Without extends Column>(all: readonly Column[], without: Without[]) =>
  all.filter((column): column is Exclude<Column, Without> => !without.some((name) => name === column))

export const postMortemColumns = columnsWithout(columns.post_mortems, [
  'imported_number',
  'client_version_offset',
  'client_updated_at',
])

/** Prefixes columns with a table alias: `t.id`. */
export const columnsOf = <A extends string, C extends string>(alias: A, names: readonly C[]) =>
  names.map((column) => `${alias}.${column}` as const)
