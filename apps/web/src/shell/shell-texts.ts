import { plural } from '@chisholm/domain/plural'

export const shellTexts = {
  demo: {
    title: 'Demo practice',
    text: 'Demo practice: everybody knows its passwords.',
  },
  logout: 'Logout',
  menu: 'Menu',
  webSite: 'Web site',
  vetInbox: 'Vet Inbox',
  locations: 'Locations',
  postMortem: 'Post Mortem',
  archive: 'Archive',
  refresh: { verb: 'Refresh', pull: 'Pull to refresh', release: 'Release to refresh', now: 'Refreshing' },
  skipToContent: 'Skip to content',
  locked: {
    title: 'Connect to go on',
    reason:
      'This device has not reached the server for too long. The data it stored for reading without a connection was deleted, so that nobody can read what they should no longer see.',
    unsent: (count: number) =>
      plural(
        count,
        '1 change that you saved is still here and is sent once there is a connection.',
        `${count} changes that you saved are still here and are sent once there is a connection.`,
      ),
    tryNow: 'Try now',
  },
  navigation: 'Main',
  adminAccess: 'ADMIN ACCESS',
  vetAccess: 'VET ACCESS',
  todo: 'To do',
  nothingToDo: 'Nothing to do here.',
} as const
