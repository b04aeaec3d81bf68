import { lazyPart } from '../../ui/lazy-part.tsx'

// below the profile, so its code is loaded after it
export const AbsencesSection = lazyPart(async () => (await import('./absences-section.tsx')).AbsencesSection, 272)
