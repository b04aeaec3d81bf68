import { type Insertable, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'

type AuditRow = Omit<Insertable<Tables['audit_entries']>, 'before' | 'after'> & { before: unknown; after: unknown }

/** Inserts audit entries from one parameter, so that the statement is the same for any number of them. */
export const insertAuditEntries = (tx: Executor, entries: AuditRow[]) =>
  sql`insert into audit_entries (id, user_id, action, subject_type, subject_id, before, after, request_id, source)
      select id, user_id, action, subject_type, subject_id, before, after, request_id, source
      from json_populate_recordset(null::audit_entries, ${JSON.stringify(entries)}::json)`.execute(tx)

/** Whether a person's entry of this action about a subject has exactly this state after it. */
export async function hasEntryWithState(
  tx: Executor,
  { userId, action, subjectId }: { userId: string; action: string; subjectId: string },
  after: unknown,
): Promise<boolean> {
  const { rows } = await sql`
    select from audit_entries where subject_id = ${subjectId} and action = ${action} and user_id = ${userId}
      and after = ${JSON.stringify(after)}::jsonb limit 1`.execute(tx)
  return rows.length > 0
}
