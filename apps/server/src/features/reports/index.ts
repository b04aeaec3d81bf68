export { checkReportFiles } from './check-report-files.ts'
export { currentContentHash } from './reports.ts'
export { reportRoutes } from './reports.routes.ts'
