import { plural } from '@chisholm/domain/plural'

/** Texts of the outbox. */
export const outboxTexts = {
  title: 'Unsent changes',
  waiting: 'Waiting to be sent',
  refused: 'Not accepted',
  wait: (count: number) => plural(count, '1 change waits for a connection', `${count} changes wait for a connection`),
  sending: (count: number) => plural(count, 'Sending 1 change', `Sending ${count} changes`),
  offline: 'No connection. What you enter is kept on this device.',
  serverFailed: (count: number) =>
    plural(
      count,
      'The server failed. 1 change is tried again.',
      `The server failed. ${count} changes are tried again.`,
    ),
  stillFails: 'The server still fails. What waits stays on this device.',
  refusedSomewhere: (count: number) => plural(count, '1 change was not accepted', `${count} changes were not accepted`),
  tryNow: 'Try now',
  show: 'Show',
  sentOnceItWorks: 'Your request will be sent when the server works again',
  triedAgain: 'The server failed to take it. It is kept on this device and tried again by itself.',
  deleted: (title: string) => `${title} was deleted.`,
  deletedOnceConnected: (title: string) => `${title} will be deleted when there is a connection.`,
  deletedOnceItWorks: (title: string) => `The server failed. ${title} will be deleted when it works again.`,
  keepIt: 'Keep it',
  willBeSent: 'Your request will be sent when there is a connection',
  staysHere: 'It is kept on this device. Open Chisholm where there is a connection, and it goes out by itself.',
  notSent: 'Your request was not sent',
  notSentYet: 'See what was not accepted, then correct or discard it.',
  review: 'Review',
  correct: 'Correct',
  discard: 'Discard',
  askDiscard: 'Discard what was not accepted?',
  goesAlong: (count: number) =>
    plural(count, '1 change that builds on it goes with it.', `${count} changes that build on it go with it.`),
  unfinished: 'You have an unfinished post mortem.',
  goOn: 'Go on',
  notNow: 'Not now',
  details: 'Details',
  editDetails: 'Edit details',
  photosWait: 'The photos are sent when there is a connection.',
  lostAtLogout: (count: number) =>
    plural(
      count,
      '1 change is not sent yet. Logging out deletes it from this device.',
      `${count} changes are not sent yet. Logging out deletes them from this device.`,
    ),
  kinds: {
    'create ticket': 'The new post mortem',
    'edit ticket': 'The details',
    'send ticket': 'Sending to the veterinarians',
    'delete ticket': 'Deleting the post mortem',
    'add animal': 'A new animal',
    'edit animal': 'The changes of an animal',
    'delete animal': 'Deleting an animal',
  },
} as const
