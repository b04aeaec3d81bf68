import { lazy } from 'react'

// below the animals of a ticket: its code loads after theirs
export const ConversationSection = lazy(async () => ({
  default: (await import('./conversation-section.tsx')).ConversationSection,
}))
