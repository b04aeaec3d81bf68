export { auditLogTexts } from './audit-log-texts.ts'
export { FieldChanges } from './field-changes.tsx'
export { HistorySection } from './history-section.tsx'
