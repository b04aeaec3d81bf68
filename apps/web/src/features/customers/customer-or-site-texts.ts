import { plural } from '@chisholm/domain/plural'

export const customerOrSiteTexts = {
  retired: 'Retired',
  sites: (count: number) => (count === 0 ? 'No sites' : plural(count, '1 site', `${count} sites`)),
  actions: 'Retire or delete',
  retireHint: (isSite: boolean) =>
    `Once retired, it is no longer offered for new post-mortems and invitations; its tickets stay. It can be deleted only while it has no ${isSite ? 'tickets or people' : 'tickets, sites or people'}.`,
  restoreHint: 'It is retired, so it is not offered for new post-mortems and invitations. Its tickets are still there.',
  retire: 'Retire',
  restore: 'Take back into use',
  askRetire: (name: string) => `Retire ${name}?`,
  retireFollows: 'It is no longer offered for anything new. You can take it back into use at any time.',
  isRetired: (name: string) => `${name} is retired.`,
  isBack: (name: string) => `${name} is in use again.`,
  askDelete: (name: string) => `Delete ${name}?`,
  deleteFollows: 'This cannot be undone.',
  isDeleted: (name: string) => `${name} was deleted.`,
  failedToChange: 'The change could not be saved.',
  failedToDelete: 'It could not be deleted.',
  name: 'Name',
  region: 'Region',
  city: 'City',
  customer: 'Customer',
} as const
