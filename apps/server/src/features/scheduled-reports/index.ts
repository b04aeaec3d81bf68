export { mailSummary, mailDueSummaries } from './mail-summaries.ts'
export { scheduledReportRoutes } from './scheduled-reports.routes.ts'
