export { checkSampleFiles } from './sample-files.ts'
export { checkPhotoFiles } from './check-photo-files.ts'
export { openImage, readImage, readThumbnail, storedFileOf } from './photo-files.ts'
export { createSignedCasePath, PhotoVariant, requireSignature, Signature } from './signed-url.ts'
export { photoArchiveRoutes } from './photo-archive.routes.ts'
export { uploadPartRoutes } from './upload-parts.routes.ts'
export { photoFileRoutes } from './photo-files.routes.ts'
export { photoRoutes } from './photos.routes.ts'
export { keysOfPhotos, storePhotos } from './photos.ts'
export { presentPhoto, withThumbnailUrls } from './photo-presenter.ts'
export {
  insertPhotos,
  type NewPhoto,
  photoOfSignedAddress,
  photosByIds,
  photosForReport,
  type PhotoRow,
  restorePhotos,
} from './photos.queries.ts'
