export { auditLogRoutes } from './audit-log.routes.ts'
export { auditLogRules, auditLogToExport } from './audit-log.queries.ts'
export { describeEntry, describeSubject } from './audit-log.ts'
