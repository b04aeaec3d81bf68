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
