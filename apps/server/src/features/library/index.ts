export { libraryRoutes } from './library.routes.ts'
export { seedLibrary } from './seed-library.ts'
