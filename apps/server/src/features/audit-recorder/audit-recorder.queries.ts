import { type Insertable, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'

type AuditRow = Omit<Insertable<Tables['audit_entries']>, 'before' | 'after'> & { before: unknown; after: unknown }

/** Inserts audit entries from one parameter, so that the statement is the same for any number of them. */
export const insertAuditEntries = (tx: Executor, entries: AuditRow[]) =>
  sql`insert into audit_entries (id, user_id, action, subject_type, subject_id, before, after, request_id, source)
      select id, user_id, action, subject_type, subject_id, before, after, request_id, source
      from json_populate_recordset(null::audit_entries, ${JSON.stringify(entries)}::json)`.execute(tx)

interface EntryKey {
  userId: string
  action: string
  subjectId: string
}
const isEntry = ({ userId, action, subjectId }: EntryKey) =>
  sql`subject_id = ${subjectId} and action = ${action} and user_id = ${userId}`

/** Whether somebody has an entry of this action about a subject. */
export async function isRecorded(
  tx: Executor,
  { action, subjectId }: Pick<EntryKey, 'action' | 'subjectId'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from audit_entries where subject_id = ${subjectId} and action = ${action} limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether a person has an entry of this action about a subject, with exactly this state after it. */
export async function hasEntry(tx: Executor, entry: EntryKey, after: unknown): Promise<boolean> {
  const { rows } = await sql`
    select from audit_entries where ${isEntry(entry)} and after = ${JSON.stringify(after)}::jsonb limit 1`.execute(tx)
  return rows.length > 0
}

/** The state after the last entry of this action by a person about a subject. */
export async function stateAfterEntry(tx: Executor, entry: EntryKey): Promise<unknown> {
  const { rows } = await sql<{ after: unknown }>`
    select after from audit_entries where ${isEntry(entry)} order by happened_at desc, id desc limit 1`.execute(tx)
  return rows[0]?.after
}
