import { lazyPart } from '../../ui/lazy-part.tsx'

// below the profile: its code loads after it
export const CalendarFeedSection = lazyPart(
  async () => (await import('./calendar-feed-section.tsx')).CalendarFeedSection,
)
