export { insightRoutes } from './insight.routes.ts'
export { readMortality } from './mortality.ts'
