import { lazyPart } from '../../ui/lazy-part.tsx'

// below the animals of a ticket: its code loads after theirs
export const ReportSection = lazyPart(async () => (await import('./report-section.tsx')).ReportSection)
export const AmendmentStrip = lazyPart(async () => (await import('./amendment-strip.tsx')).AmendmentStrip)
/** Id of the element that holds the strip. */
export const amendmentStripId = 'amendment'
