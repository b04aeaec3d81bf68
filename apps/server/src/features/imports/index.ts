export { importRoutes } from './imports.routes.ts'
/** @public the command line imports by it */
export { importList } from './imports.ts'
