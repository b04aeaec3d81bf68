export { type ImportedPhotos, openPhotos } from './imported-photos.ts'
export { importRoutes } from './imports.routes.ts'
export { type ImportOutcome, importList } from './imports.ts'
