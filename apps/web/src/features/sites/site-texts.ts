import { plural } from '@chisholm/domain/plural'

export const siteTexts = {
  title: 'Sites',
  area: 'Every yard of every customer: names, regions and who has access.',
  hint: 'To add a site, open its customer.',
  empty: 'There are no sites yet. Add a customer first, then its sites.',
  find: 'Find a site by its name or its customer',
  add: 'Add a site',
  new: (customer: string) => `New site of ${customer}`,
  failedToAdd: 'The site could not be added.',
  details: 'Details',
  keepsCustomer: 'A site with post-mortems stays with its customer.',
  postMortems: (count: number) => plural(count, '1 post-mortem', `${count} post-mortems`),
  people: 'People with access',
  nobody: 'Nobody has access to this site yet.',
  morePeople: (count: number) => `and ${count} more`,
} as const
