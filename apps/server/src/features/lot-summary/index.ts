export { lotSummaryRoutes } from './lot-summary.routes.ts'
