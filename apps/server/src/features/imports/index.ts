export { importRoutes } from './imports.routes.ts'
export { type ImportOutcome, importList } from './imports.ts'
