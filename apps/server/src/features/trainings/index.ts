export { trainingRoutes } from './trainings.routes.ts'
