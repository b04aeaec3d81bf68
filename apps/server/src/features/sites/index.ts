export { filterColumns as siteColumns } from './sites.queries.ts'
export { presentSites } from './sites.ts'
export { siteRoutes } from './sites.routes.ts'
export { siteListRules as siteRules } from './sites.schemas.ts'
