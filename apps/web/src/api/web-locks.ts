/** Web locks that the tabs and the service worker share. */

/** Held in shared mode by each tab that has an edited form or is being used. */
export const inUseLock = 'chisholm.in-use'

/** Held by the tab that refreshes the access token. */
export const refreshLock = 'chisholm.refresh'

/** Held by the tab that sends queued changes. */
export const outboxLock = 'chisholm.outbox'
/** Held by the tab that uploads queued photos. */
export const photosLock = 'chisholm.photos'

/** Held by the tab that downloads data for offline reading. */
export const downloadLock = 'chisholm.download'

/** Whether a tab is sending queued changes or photos. */
export async function isSending(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === outboxLock || name === photosLock)
}

/** Held by the tab that edits a form of a user. Another tab may take it over. */
export const editingLockOf = (owner: string, form: string) => `chisholm.editing ${owner}/${form}`

/** Held by the tab that reads the server's event stream. */
export const eventsLock = 'chisholm.events'
