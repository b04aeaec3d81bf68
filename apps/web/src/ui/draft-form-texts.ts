export const draftFormTexts = {
  restored: 'What you had typed and not saved is here again.',
} as const
