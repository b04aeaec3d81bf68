export { checkReportFiles } from './check-reports.ts'
export { reportRoutes } from './reports.routes.ts'
