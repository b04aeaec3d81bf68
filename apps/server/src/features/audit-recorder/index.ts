export {
  type Actor,
  type NewAuditEntry,
  recordAudit,
  recordAuditEntries,
  operator,
  wasCreatedAs,
  wasCreatedBy,
} from './record-audit-entry.ts'
