import { lazyPart } from '../../ui/lazy-part.tsx'

// below the animals of a ticket, so its code is loaded after theirs
export const ReportSection = lazyPart(async () => (await import('./report-section.tsx')).ReportSection)
export const AmendmentStrip = lazyPart(async () => (await import('./amendment-strip.tsx')).AmendmentStrip)
/** Id of the element that contains the banner. */
export const amendmentStripId = 'amendment'
