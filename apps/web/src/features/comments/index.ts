import { lazyPart } from '../../ui/lazy-part.tsx'

// below the animals of a ticket, so its code is loaded after theirs
export const ConversationSection = lazyPart(
  async () => (await import('./conversation-section.tsx')).ConversationSection,
  390,
)
