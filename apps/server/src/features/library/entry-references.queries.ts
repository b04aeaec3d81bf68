import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** Finds library entries by id, and keeps them from being deleted until the transaction ends. */
export const libraryEntriesByIds = (tx: Transaction<Tables>, ids: readonly string[]) =>
  tx
    .selectFrom('library_entries')
    .select(['id', 'list', 'name', 'retired_at'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()

/** Finds a library entry by list and id, and keeps it from being deleted until the transaction ends. */
export const libraryEntryById = async (tx: Transaction<Tables>, list: string, id: string) =>
  (await libraryEntriesByIds(tx, [id])).find((entry) => entry.list === list)
