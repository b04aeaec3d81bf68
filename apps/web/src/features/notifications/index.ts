import { lazyPart } from '../../ui/lazy-part.tsx'

export { Bell } from './bell.tsx'

/** Unsubscribes this browser from pushes, if it is subscribed. */
export const stopPush = async (): Promise<void> => (await import('./push.ts')).stopPush()

// below the profile, so its code is loaded after it
export const PreferencesSection = lazyPart(async () => (await import('./preferences-section.tsx')).PreferencesSection)
