import { lazyPart } from '../../ui/lazy-part.tsx'

// below the profile, so its code is loaded after it
export const CalendarFeedSection = lazyPart(
  async () => (await import('./calendar-feed-section.tsx')).CalendarFeedSection,
  193,
)

export { calendarFeedQuery } from './calendar-feed-queries.ts'
