export { writeCase } from './teaching-cases.queries.ts'
export { teachingCaseFileRoutes, teachingCaseRoutes } from './teaching-cases.routes.ts'
