import { lazy } from 'react'

// below the animals of a ticket: its code loads after theirs
export const SamplesSection = lazy(async () => ({ default: (await import('./samples-section.tsx')).SamplesSection }))
