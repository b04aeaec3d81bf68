/** Texts for a part of a page whose code could not be loaded. */
export const lazyPartTexts = {
  failed: 'This part could not be loaded. Check your connection, then try again.',
} as const
