export { photoFileRoutes, photoRoutes } from './photos.routes.ts'
export { photosOfTicket, type PhotoRow } from './photos.queries.ts'
