import { lazyPart } from '../../ui/lazy-part.tsx'

// below the animals of a ticket: its code loads after theirs
export const ConversationSection = lazyPart(
  async () => (await import('./conversation-section.tsx')).ConversationSection,
)
