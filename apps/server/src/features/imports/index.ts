export { type PhotoSource, openPhotoFiles } from './photo-source.ts'
export { importRoutes } from './imports.routes.ts'
export { type ImportOutcome, importList } from './imports.ts'
