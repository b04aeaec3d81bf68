export const phraseTexts = {
  title: 'Phrases',
  hint: 'Type / for phrases.',
} as const
