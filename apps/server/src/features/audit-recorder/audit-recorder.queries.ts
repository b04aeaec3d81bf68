import type { Insertable } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'

export const insertAuditEntries = (tx: Executor, entries: Insertable<Tables['audit_entries']>[]) =>
  tx.insertInto('audit_entries').values(entries).execute()
