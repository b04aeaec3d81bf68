import type { Factory } from './factory.ts'

/** What the audit trail tells of a thing, oldest first. */
export const readAuditEntries = (factory: Factory, subjectId: string) =>
  factory.db
    .selectFrom('audit_entries')
    .select(['action', 'user_id', 'before', 'after'])
    .where('subject_id', '=', subjectId)
    .orderBy('happened_at')
    .orderBy('id')
    .execute()

/** What was done to a thing, oldest first. */
export const readAuditActions = async (factory: Factory, subjectId: string) =>
  (await readAuditEntries(factory, subjectId)).map(({ action }) => action)
