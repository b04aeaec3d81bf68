import { lazyPart } from '../../ui/lazy-part.tsx'

export { Bell } from './bell.tsx'

/** Ends the pushes of this browser, if it has any. */
export const stopPush = async (): Promise<void> => (await import('./push.ts')).stopPush()

// below the profile: its code loads after it
export const PreferencesSection = lazyPart(async () => (await import('./preferences-section.tsx')).PreferencesSection)
