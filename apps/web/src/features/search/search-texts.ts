/** The search and its results. */
export const searchTexts = {
  formerVet: 'disabled',
  loadMore: 'Load more',
} as const
