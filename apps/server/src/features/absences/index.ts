export { mayReadAbsence } from './absences.ts'
export { absenceRoutes } from './absences.routes.ts'
export { absencesBetween } from './absences.queries.ts'
