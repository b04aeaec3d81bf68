export {
  type Actor,
  type NewAuditEntry,
  recordAudit,
  recordAuditEntries,
  operator,
  readCreatedState,
  wasCreatedAs,
} from './record-audit-entry.ts'
