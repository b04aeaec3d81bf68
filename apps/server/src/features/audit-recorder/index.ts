export { type Actor, type NewAuditEntry, recordAudit, recordAuditEntries, operator } from './record-audit-entry.ts'
