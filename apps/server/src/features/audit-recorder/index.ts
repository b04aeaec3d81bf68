export {
  type Actor,
  type NewAuditEntry,
  recordAudit,
  recordAuditEntries,
  recordAuditWithoutChange,
  operator,
  readCreatedState,
  wasCreatedAs,
} from './record-audit-entry.ts'
