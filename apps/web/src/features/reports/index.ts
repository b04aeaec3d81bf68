import { lazy } from 'react'

// below the animals of a ticket: its code loads after theirs
export const ReportSection = lazy(async () => ({ default: (await import('./report-section.tsx')).ReportSection }))
export const AmendmentStrip = lazy(async () => ({ default: (await import('./amendment-strip.tsx')).AmendmentStrip }))
/** Id of the element that holds the strip. */
export const amendmentStripId = 'amendment'
