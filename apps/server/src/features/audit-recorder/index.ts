export {
  type Actor,
  type NewAuditEntry,
  recordAudit,
  recordAuditEntries,
  operator,
  wasCreatedAs,
} from './record-audit-entry.ts'
