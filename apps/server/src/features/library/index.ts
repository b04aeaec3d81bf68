export { libraryRoutes } from './library.routes.ts'
export { rules as libraryRules } from './library.schemas.ts'
export { seedLibrary } from './seed-library.ts'
