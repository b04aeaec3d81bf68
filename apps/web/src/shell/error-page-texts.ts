/** The error page is part of the first load, with only these texts. */
export const errorPageTexts = {
  title: 'This page could not be shown',
  broken: 'Something on this page broke. What you saved is safe. Try again, or go home and come back.',
  /** @param number the request id in the server's log */
  reported: (number: string) => `It was reported. If you call us about it, give this number: ${number}`,
  missing: 'It could not be loaded. Check your connection, then try again.',
} as const
