export { checkReportFiles } from './check-reports.ts'
export { currentContentHash } from './reports.ts'
export { reportRoutes } from './reports.routes.ts'
