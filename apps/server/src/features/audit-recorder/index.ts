export { type Actor, recordAudit, recordAuditEntries, operator } from './record-audit-entry.ts'
