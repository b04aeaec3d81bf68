import { plural } from '@chisholm/domain/plural'

interface Unsent {
  changes: number
  photos: number
}

/** What is unsent, counted in the same way wherever it is shown: like `['2 changes', '1 photo']`. */
export const countUnsent = ({ changes, photos }: Unsent): string[] => [
  ...(changes > 0 ? [plural(changes, '1 change', `${changes} changes`)] : []),
  ...(photos > 0 ? [plural(photos, '1 photo', `${photos} photos`)] : []),
]
const inSentence = (unsent: Unsent): string => countUnsent(unsent).join(' and ')

export const outboxTexts = {
  title: 'Unsent changes',
  waiting: 'Waiting to be sent',
  refused: 'Not accepted',
  wait: (unsent: Unsent) =>
    `${inSentence(unsent)} ${plural(unsent.changes + unsent.photos, 'waits', 'wait')} for a connection`,
  sending: (unsent: Unsent) => `Sending ${inSentence(unsent)}`,
  noConnection: 'No connection.',
  offline: 'No connection. What you enter is kept on this device.',
  shownAsOf: 'As of',
  noAnswer: 'The server is not responding.',
  serverFailed: (unsent: Unsent) =>
    `The server failed. ${inSentence(unsent)} ${plural(unsent.changes + unsent.photos, 'waits', 'wait')}.`,
  stillFails: 'The server still fails. Unsent changes stay on this device.',
  refusedSomewhere: (count: number) => plural(count, '1 change was not accepted', `${count} changes were not accepted`),
  tryNow: 'Try now',
  show: 'Show',
  sentOnceItWorks: 'Your request will be sent when the server works again',
  triedAgain: 'The server could not accept it. It is stored on this device and retried automatically.',
  deleted: (title: string) => `${title} was deleted.`,
  deletedOnceConnected: (title: string) => `${title} will be deleted when there is a connection.`,
  deletedOnceItWorks: (title: string) => `The server failed. ${title} will be deleted when it works again.`,
  keepIt: 'Keep it',
  willBeSent: 'Your request will be sent when there is a connection',
  staysHere: 'It is kept on this device. Open Chisholm where there is a connection, and it is sent automatically.',
  notSent: 'Your request was not sent',
  notSentYet: 'See what was not accepted, then correct or discard it.',
  review: 'Review',
  correct: 'Correct',
  discard: 'Discard',
  askDiscard: 'Discard what was not accepted?',
  goesAlong: (count: number) =>
    plural(
      count,
      '1 change that builds on it is discarded with it.',
      `${count} changes that build on it are discarded with it.`,
    ),
  unfinished: 'You have an unfinished post mortem.',
  goOn: 'Go on',
  notNow: 'Not now',
  details: 'Details',
  editDetails: 'Edit details',
  photosWait: 'The photos are sent when there is a connection.',
  photosWaitForWifi: 'The photos are sent when there is Wi-Fi.',
  lostAtLogout: (count: number) =>
    plural(
      count,
      '1 change is not sent yet. Logging out deletes it from this device.',
      `${count} changes are not sent yet. Logging out deletes them from this device.`,
    ),
  kinds: {
    'create post-mortem': 'The new post mortem',
    'edit post-mortem': 'The details',
    'send post-mortem': 'Sending to the veterinarians',
    'delete post-mortem': 'Deleting the post mortem',
    'add animal': 'A new animal',
    'edit animal': 'The changes of an animal',
    'delete animal': 'Deleting an animal',
    'diagnose animal': 'The diagnosis of an animal',
    'examine animal': 'The examination of an animal',
    'schedule post-mortem': 'The visit',
    'complete post-mortem': 'Completing the post mortem',
    'write comment': 'A message',
    'add sample': 'A sample',
    'skip photo': 'Why a photo is not possible',
    'edit photo': 'The caption or drawing of a photo',
  },
} as const
