import { lazyPart } from '../../ui/lazy-part.tsx'

// below the profile: its code loads after it
export const AbsencesSection = lazyPart(async () => (await import('./absences-section.tsx')).AbsencesSection)
