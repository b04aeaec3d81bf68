/** The format of API responses. @param timestamp  a Date, or the text that PostgreSQL puts into JSON */
export const toIso = (timestamp: Date | string): string =>
  typeof timestamp === 'string' && isUtc(timestamp) ? shortened(timestamp) : new Date(timestamp).toISOString()

/** Like `toIso`, but null stays null. */
export const isoOrNull = (timestamp: Date | string | null): string | null => timestamp && toIso(timestamp)

/** Whether a text has a year of four digits and is in UTC, like those of the embedded database. */
const isUtc = (timestamp: string) => timestamp[10] === 'T' && timestamp.endsWith('+00:00')

/** Changes a text like `2027-01-02T03:04:05.123456+00:00`. A `Date` takes five times as long. */
const shortened = (timestamp: string) => {
  const milliseconds = timestamp.slice(20, -6).slice(0, 3).padEnd(3, '0')
  return `${timestamp.slice(0, 19)}.${milliseconds}Z`
}
