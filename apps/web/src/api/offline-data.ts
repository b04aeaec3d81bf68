import { offlineStore } from './offline-store.ts'
import { thumbnailCache } from './thumbnail-cache.ts'

/** Deletes the data stored for offline reading. Drafts and unsent changes stay. */
export async function clearOfflineData(): Promise<void> {
  await offlineStore.clear()
  // where earlier versions of the app stored lists
  indexedDB.deleteDatabase('chisholm-lists')
  if ('caches' in globalThis) await caches.delete(thumbnailCache).catch(() => undefined)
}
