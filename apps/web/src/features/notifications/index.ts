import { lazyPart } from '../../ui/lazy-part.tsx'

export { Bell } from './bell.tsx'

// below the profile: its code loads after it
export const PreferencesSection = lazyPart(async () => (await import('./preferences-section.tsx')).PreferencesSection)
