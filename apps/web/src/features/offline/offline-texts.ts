import { plural } from '@chisholm/domain/plural'

const answers = (count: number) => plural(count, '1 item', `${count} items`)

/** Texts of offline use: unsent changes, installation, stored data. */
export const offlineTexts = {
  waiting: {
    empty: 'Everything has been sent.',
    waitForWifi: 'Photos wait for Wi-Fi.',
    changeWifi: 'Change it in the profile',
    goOut: 'This is sent automatically once there is a connection.',
    notNumbered: 'Not numbered yet',
    unknownTicket: 'Ticket',
    heldBack: 'Held back',
    heldBackReason: 'What is held back is sent once you have corrected or discarded what was not accepted.',
    conflict: 'Somebody else changed this meanwhile. Open the ticket to choose.',
    since: 'Since',
    notSaved: 'Not saved',
    photoOf: (animal: string) => `Photo of ${animal}`,
    unknownAnimal: 'an animal',
    button: (count: number) => plural(count, '1 waits to be sent', `${count} wait to be sent`),
    menuItem: (count: number) => `Waiting to be sent (${count})`,
  },
  install: {
    menuItem: 'Install app',
    offerPhone: 'Put Chisholm on this phone’s home screen: it opens without a signal.',
    offerComputer: 'Install Chisholm on this computer: it opens without a connection.',
    persistReason: 'Your browser is then asked to keep what you have not sent yet, even when space runs short.',
    install: 'Install',
    showHow: 'Show me how',
    notNow: 'Not now',
    appleSteps: [
      'Tap Share, the square with an arrow.',
      'Choose Add to Home Screen, then Add.',
      'Open Chisholm from the home screen and sign in there once more.',
    ],
    appleReason:
      'Otherwise Safari deletes what this site has stored after 7 days without use, and with it what you have not sent yet.',
    browserMenu:
      'Open the menu of your browser and choose Install, Add to Home screen or Add to Dock. A browser that has none of these cannot install it; Chisholm works in the browser all the same.',
  },
  stored: {
    title: 'Without a connection',
    hint: 'What you have opened, and your newest tickets, are stored on this device, so that you can read them without a connection.',
    noServiceWorker:
      'This address has no https, so browsers do not let Chisholm open without a connection. What you type and send is kept on this device all the same. Those who run the server can change this.',
    toRead: 'Stored',
    answers: (count: number) => answers(count),
    since: 'since',
    none: 'Nothing',
    space: 'Space',
    isKept: 'Kept',
    kept: 'Until you delete it',
    mayGo: 'Until your browser needs the space',
    delete: 'Delete stored data',
    ask: 'Delete the data stored for reading?',
    askText:
      'Without a connection there will be nothing to read until you have opened it again. What you typed and what is waiting to be sent stays.',
    deleted: 'The stored data was deleted.',
  },
  fullDevice: 'This device is full. Keep this page open until everything has been sent.',
} as const
