export { teachingCaseFileRoutes, teachingCaseRoutes } from './teaching-cases.routes.ts'
