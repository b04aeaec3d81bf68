/** Texts of calendar feeds. */
export const calendarFeedTexts = {
  title: 'Calendar',
  hintVet: 'Subscribe to your visits in the calendar of your phone or computer. It follows every change by itself.',
  hintClient:
    'Subscribe to the visits to your sites in the calendar of your phone or computer. It follows every change by itself.',
  make: 'Get my address',
  makeAgain: 'Get a new address',
  since: (day: string) =>
    `Your address has been active since ${day}. It is not shown again: creating a new one replaces it.`,
  secret: 'Anyone with this address can read these visits. It is shown only once.',
  address: 'Address of your calendar',
  copy: 'Copy',
  copied: 'The address was copied.',
  notCopied: 'The address could not be copied. Select it and copy it yourself.',
  open: 'Open in my calendar',
  end: 'Turn off the address',
  askEnd: 'Turn off the address of your calendar?',
  endConsequence: 'Calendars that use it will no longer show visits.',
  ended: 'The address no longer works.',
  failed: 'Could not check whether you have an address.',
  notMade: 'The address could not be created.',
  notEnded: 'The address could not be turned off.',
} as const
