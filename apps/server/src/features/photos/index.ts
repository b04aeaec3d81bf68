export { checkPhotoFiles } from './check-photos.ts'
export { readImage } from './photo-files.ts'
export { photoFileRoutes, photoRoutes } from './photos.routes.ts'
export { photosOfTicket, type PhotoRow } from './photos.queries.ts'
