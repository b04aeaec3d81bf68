import { plural } from '@chisholm/domain/plural'

/** Texts of paging and sorting lists. */
export const listTexts = {
  noneFound: (searchText: string) => `Nothing found for “${searchText}”.`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  pastEnd: {
    text: (lastPage: number) =>
      plural(lastPage, 'This list has one page only.', `This list ends with page ${lastPage}.`),
    goTo: (page: number) => `Go to page ${page}`,
  },
  showAll: (count: number) => `Show all ${count}`,
  showFewer: 'Show fewer',
  loadMore: 'Load more',
  moreFailed: 'The rest of the list could not be loaded.',
  pages: 'Pages',
  previous: 'Previous',
  pageOf: (page: number, lastPage: number) => `Page ${page} of ${lastPage}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageNumber: (page: number) => `Page ${page}`,
  pagesOf: (list: string) => `Pages of ${list}`,
  fromDevice: 'There is no connection: only the tickets on this device are listed.',
  noneOnDevice: 'There is no connection, and none of these tickets are on this device.',
} as const
