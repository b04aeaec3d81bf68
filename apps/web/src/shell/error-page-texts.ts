/** The error page is part of the first load, with these texts alone. */
export const errorPageTexts = {
  title: 'This page could not be shown',
  broken: 'Something in it broke. What you saved is safe. Try again, or go home and come back.',
  /** @param number the request id under which the server's log has it */
  reported: (number: string) => `It was reported. If you call us about it, give this number: ${number}`,
  missing: 'It could not be loaded. Check your connection, then try again.',
} as const
