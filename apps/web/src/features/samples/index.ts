import { lazyPart } from '../../ui/lazy-part.tsx'

// below the animals of a ticket, so its code is loaded after theirs
export const SamplesAtLab = lazyPart(async () => (await import('./samples-at-lab.tsx')).SamplesAtLab)
export const SamplesSection = lazyPart(async () => (await import('./samples-section.tsx')).SamplesSection, 150)
