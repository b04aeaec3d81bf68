export { auditLogRoutes } from './audit-log.routes.ts'
export { logRules, logToExport } from './audit-log.queries.ts'
export { sentenceOf, subjectOf } from './audit-log.ts'
