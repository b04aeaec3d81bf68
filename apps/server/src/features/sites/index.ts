export { siteRoutes } from './sites.routes.ts'
