/** Web locks shared by the tabs and the service worker. */

/** Held in shared mode by each tab with an edited form or a user at work. */
export const inUseLock = 'chisholm.in-use'

/** Held by the tab that sends waiting changes. */
export const outboxLock = 'chisholm.outbox'
/** Held by the tab that uploads waiting photos. */
export const photosLock = 'chisholm.photos'

/** Held by the tab that downloads what can be read offline. */
export const downloadLock = 'chisholm.download'

/** While one of these is held, something is being sent. */
export const sendingLocks = [outboxLock, photosLock] as const
