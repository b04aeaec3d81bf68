import { columns, type DB } from './tables.generated.ts'

/** The rows of the database by table, made from the migrations (`npm run database-types`). */
export type Tables = DB

/*
 * `select *` is never written: a statement that a connection has prepared fails once the table has another column, and a
 * server must go on while the next version migrates its database.
 */

/** The columns of a table but for some. */
const columnsWithout = <Column extends string, Without extends Column>(all: readonly Column[], without: Without[]) =>
  all.filter((column): column is Exclude<Column, Without> => !without.some((name) => name === column))

export const postMortemColumns = columnsWithout(columns.post_mortems, ['imported_number'])

/** Columns under the name a query gives their table: `t.id`. */
export const columnsOf = <A extends string, C extends string>(alias: A, names: readonly C[]) =>
  names.map((column) => `${alias}.${column}` as const)
