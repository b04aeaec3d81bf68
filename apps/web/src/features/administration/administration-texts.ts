export const administrationTexts = {
  hint: 'Everything your practice works with. The log keeps every change made here.',
  version: (version: string) => `Chisholm ${version}`,
} as const
