/** The words of the administration: one part for each of its screens. */
export const adminTexts = {
  title: 'Administration',
  hint: 'What the practice is made of. Every change here is written into the log.',
  search: 'Search',
  add: 'Add',
  save: 'Save',
  noneFound: (asked: string) => `Nothing found for “${asked}”.`,
} as const
