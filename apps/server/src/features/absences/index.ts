export { absenceRoutes } from './absences.routes.ts'
export { absencesBetween } from './absences.queries.ts'
