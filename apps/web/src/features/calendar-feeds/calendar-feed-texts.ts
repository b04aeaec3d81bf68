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
  secret: 'Whoever knows this address can read these visits. It is shown this once.',
  address: 'Address of your calendar',
  copy: 'Copy',
  copied: 'The address was copied.',
  notCopied: 'The address could not be copied. Select it and copy it yourself.',
  open: 'Open in my calendar',
  end: 'End the address',
  askEnd: 'End the address of your calendar?',
  endConsequence: 'Calendars that use it get no visits any more.',
  ended: 'The address has ended.',
  failed: 'Whether you have an address could not be loaded.',
  notMade: 'The address was not made.',
  notEnded: 'The address has not ended.',
} as const
