export {
  type Actor,
  type NewAuditEntry,
  recordAddition,
  recordAudit,
  recordAuditEntries,
  recordAuditWithoutChange,
  operator,
  readCreatedState,
  wasCreatedAs,
} from './record-audit-entry.ts'
