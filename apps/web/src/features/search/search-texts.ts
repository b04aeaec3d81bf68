/** The search and its results. */
export const searchTexts = {
  formerVet: 'disabled',
  loadMore: 'Load more',
  client: 'Client',
  site: 'Site',
  postMortem: 'Ticket #',
  rfid: 'RFID#',
  tag: 'TAG #',
  lot: 'LOT',
  submitted: 'Submission date',
  completed: 'Completed date',
  status: 'Status',
  vet: 'Vet',
  fromDevice: 'There is no connection: only the tickets on this device were searched.',
  results: 'Search results',
  page: 'Page',
  displaying: (shown: number, total: number) => `Displaying ${shown} of ${total} results.`,
} as const
