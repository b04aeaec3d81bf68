export { libraryLists, libraryRoutes, rules as libraryRules } from './library.routes.ts'
export { seedLibrary } from './seed-library.ts'
