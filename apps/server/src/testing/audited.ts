import type { Given } from './given.ts'

/** What the audit trail tells of a thing, oldest first. */
export const auditOf = (given: Given, subjectId: string) =>
  given.db
    .selectFrom('audit_entries')
    .select(['action', 'user_id', 'before', 'after'])
    .where('subject_id', '=', subjectId)
    .orderBy('happened_at')
    .orderBy('id')
    .execute()

/** What was done to a thing, oldest first. */
export const actionsOn = async (given: Given, subjectId: string) =>
  (await auditOf(given, subjectId)).map(({ action }) => action)
