export { createExportFile } from './csv-and-xlsx.ts'
export { exportRoutes } from './exports.routes.ts'
