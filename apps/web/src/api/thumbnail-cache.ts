/** Cache of thumbnails, written by the service worker. */
export const thumbnailCache = 'chisholm-thumbnails'
