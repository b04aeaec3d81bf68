export { allTrainings, lockTrainings, writeTrainings } from './trainings.ts'
export { trainingRoutes } from './trainings.routes.ts'
export { trainingListRules as trainingRules } from './trainings.schemas.ts'
