export { plannerRoutes } from './planner.routes.ts'
