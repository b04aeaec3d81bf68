export { checkSampleFiles } from './sample-files.ts'
export { checkPhotoFiles } from './check-photo-files.ts'
export { readImage, readThumbnail } from './photo-files.ts'
export { photoArchiveRoutes } from './photo-archive.routes.ts'
export { uploadPartRoutes } from './upload-parts.routes.ts'
export { photoFileRoutes, photoRoutes } from './photos.routes.ts'
export { storePhotos, removePhotoFiles } from './photos.ts'
export { presentPhoto, withThumbnailUrls } from './photo-presenter.ts'
export {
  insertPhotos,
  type NewPhoto,
  photosByIds,
  photosForReport,
  type PhotoRow,
  restorePhotos,
} from './photos.queries.ts'
