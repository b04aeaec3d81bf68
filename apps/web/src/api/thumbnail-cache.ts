/** The service worker writes thumbnails to this cache. */
export const thumbnailCache = 'chisholm-thumbnails'
