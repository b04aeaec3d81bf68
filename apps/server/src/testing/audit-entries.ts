import { sql } from 'kysely'
import type { Executor } from '../database/executor.ts'
import type { Factory } from './factory.ts'

/** Audit entries of a subject, oldest first. */
export const readAuditEntries = (factory: Factory, subjectId: string) =>
  factory.db
    .selectFrom('audit_entries')
    .select(['action', 'user_id', 'before', 'after'])
    .where('subject_id', '=', subjectId)
    .orderBy('happened_at')
    .orderBy('id')
    .execute()

/** Audit actions on a subject, oldest first. */
export const readAuditActions = async (factory: Factory, subjectId: string) =>
  (await readAuditEntries(factory, subjectId)).map(({ action }) => action)

/** How many audit entries there are. */
export async function countAuditEntries(db: Executor): Promise<number> {
  const { rows } = await sql<{ entries: number }>`select count(*)::int as entries from audit_entries`.execute(db)
  return rows[0]?.entries ?? 0
}
