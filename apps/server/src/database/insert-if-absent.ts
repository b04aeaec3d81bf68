import type { InsertObject } from 'kysely'
import type { Executor } from '../http/context.ts'
import type { Tables } from './tables.ts'

/**
 * Inserts a row unless one is there already.
 * @param conflictColumns  the columns by which it is there; left out: any that may not be the same in two rows
 * @returns whether it was inserted
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
