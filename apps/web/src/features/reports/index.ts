export type { Opinions } from './use-report-action.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export { PreviewButton } from './preview-button.tsx'
// below the animals of a ticket, so its code is loaded after theirs
export const ReportSection = lazyPart(async () => (await import('./report-section.tsx')).ReportSection, 266)
export const AmendmentBanner = lazyPart(async () => (await import('./amendment-banner.tsx')).AmendmentBanner)
export const IssueAmendedButton = lazyPart(async () => (await import('./amendment-banner.tsx')).IssueAmendedButton)
/** Loaded after the page around it. */
export const LatePreviewButton = lazyPart(async () => (await import('./preview-button.tsx')).PreviewButton, 52)
/** Id of the element that contains the banner. */
export const amendmentBannerId = 'amendment'
