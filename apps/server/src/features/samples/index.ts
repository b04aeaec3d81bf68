export { sampleRoutes } from './samples.routes.ts'
export { samplesForReport } from './samples.ts'
