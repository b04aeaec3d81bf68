export { herdRoutes } from './herd.routes.ts'
export { headCountRules } from './head-counts.queries.ts'
export { lotRules } from './lots.queries.ts'
export { recordFilters, recordOrder } from './site-records.queries.ts'
