import type { InsertObject } from 'kysely'
import type { Executor } from './executor.ts'
import type { Tables } from './tables.ts'

/**
 * Inserts a row unless it conflicts with an existing one.
 * @param conflictColumns  the columns of the unique key; default: any unique key
 * @returns whether the row was inserted
 */
export async function insertIfAbsent<Table extends keyof Tables & string>(
  db: Executor,
  table: Table,
  row: InsertObject<Tables, Table>,
  conflictColumns?: (keyof Tables[Table] & string)[],
): Promise<boolean> {
  const inserted = await db
    .insertInto(table)
    .values(row)
    .onConflict((conflict) => (conflictColumns ? conflict.columns(conflictColumns) : conflict).doNothing())
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0
}
