export { sampleRoutes } from './samples.routes.ts'
export { visibleSamples } from './samples.queries.ts'
export {
  lockSample,
  markResultArrived,
  readSample,
  requireMayWriteSample,
  samplesForReport,
  afterResultFileDeleted,
} from './samples.ts'
