export { rules as siteRules, siteRoutes } from './sites.routes.ts'
