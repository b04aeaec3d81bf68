import { type Insertable, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'

type AuditRow = Omit<Insertable<Tables['audit_entries']>, 'before' | 'after'> & { before: unknown; after: unknown }

/** Inserts audit entries from one parameter, so that the statement is the same for any number of them. */
export const insertAuditEntries = (tx: Executor, entries: AuditRow[]) =>
  sql`insert into audit_entries (id, user_id, action, subject_type, subject_id, before, after, request_id, source)
      select id, user_id, action, subject_type, subject_id, before, after, request_id, source
      from json_populate_recordset(null::audit_entries, ${JSON.stringify(entries)}::json)`.execute(tx)

/** Whether a person has an entry of this action about a subject, with exactly this state after it if one is given. */
export async function hasEntry(
  tx: Executor,
  { userId, action, subjectId }: { userId: string; action: string; subjectId: string },
  after?: unknown,
): Promise<boolean> {
  const withState = after === undefined ? sql`` : sql`and after = ${JSON.stringify(after)}::jsonb`
  const { rows } = await sql`
    select from audit_entries where subject_id = ${subjectId} and action = ${action} and user_id = ${userId}
      ${withState} limit 1`.execute(tx)
  return rows.length > 0
}
