import type { NewAuditEntry } from '../audit-recorder/index.ts'

/** The audit entry of an imported row of a ticket. */
export const importAuditEntry = <Fields>(
  type: 'post-mortem' | 'animal' | 'photo',
  { id, ...after }: { id: string } & Fields,
): NewAuditEntry => ({
  action: `${type} imported`,
  subject: { type, id },
  after,
})
