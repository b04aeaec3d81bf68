export { importRoutes } from './imports.routes.ts'
export { importList } from './imports.ts'
