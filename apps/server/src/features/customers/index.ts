export { customerRoutes, rules as customerRules } from './customers.routes.ts'
