/** The audit entry of an imported row of a ticket. */
export const importAuditEntry = <Fact>(
  type: 'post-mortem' | 'animal' | 'photo',
  { id, ...after }: { id: string } & Fact,
) => ({
  action: `${type} imported`,
  subject: { type, id },
  before: null,
  after,
})
