export { rules as trainingRules, trainingRoutes } from './trainings.routes.ts'
