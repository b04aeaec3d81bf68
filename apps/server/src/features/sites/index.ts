export { filtered as siteColumns } from './sites.queries.ts'
export { siteRoutes } from './sites.routes.ts'
export { rules as siteRules } from './sites.schemas.ts'
