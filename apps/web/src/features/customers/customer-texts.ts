/** The administration of customers. */
export const customerTexts = {
  title: 'Customers',
  area: 'Add customers and their sites, rename or retire them.',
  empty: 'There are no customers yet. Press plus to add the first one.',
  failed: 'There was an error while getting customers.',
  find: 'Find a customer by name',
  add: 'Add a customer',
  new: 'New customer',
  newHint: 'A feedlot or ranch. You add its sites on the next page.',
  failedToAdd: 'The customer could not be added.',
  details: 'Details',
  sites: 'Sites',
  noSites: 'No sites yet. A client can be invited once there is one.',
  filterSites: 'Find one of its sites',
} as const
