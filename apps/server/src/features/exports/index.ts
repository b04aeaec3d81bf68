export { fileOf } from './files.ts'
export { exportRoutes } from './exports.routes.ts'
