/** Parses a query string. All values stay strings, even digits: an RFID is not a number. */
export const parseSearch = (query: string): Record<string, unknown> =>
  Object.fromEntries(
    // links from older versions quote digits
    [...new URLSearchParams(query)].map(([name, value]) => [name, value.replace(/^"(\d+)"$/, '$1')]),
  )

/** Omits empty values; other values than strings are written as JSON. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '')
      params.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return params.size > 0 ? `?${params}` : ''
}

/** Parses one parameter; undefined if invalid. */
type Reader = (written: unknown) => unknown
export type Readers = Record<string, Reader>

/**
 * Validates the search parameters of a route. Invalid values are ignored without an error. They are returned as
 * undefined, because the router would otherwise pass on the raw ones.
 */
export const searchOf = (readers: Readers) => (written: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(readers).map(([name, read]) => [
      name,
      written[name] === undefined ? undefined : read(written[name]),
    ]),
  )

/** Maximum length of an e-mail address. */
const longest = 254
const isText = (written: unknown) => typeof written === 'string' || typeof written === 'number'

/** Single-line text, or a number that was meant as text. */
export const text: Reader = (written) =>
  isText(written) ? String(written).trim().slice(0, longest) || undefined : undefined

/** Page number, from 1. */
export const pageNumber: Reader = (written) => {
  const page = isText(written) ? Number(written) : Number.NaN
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : undefined
}

export const id: Reader = (written) =>
  typeof written === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(written) ? written : undefined

export const oneOf =
  (choices: readonly string[]): Reader =>
  (written) =>
    choices.find((choice) => choice === String(written))

/** A date as YYYY-MM-DD. */
export const day: Reader = (written) =>
  typeof written === 'string' && /^\d{4}-\d\d-\d\d$/.test(written) && !Number.isNaN(Date.parse(written))
    ? written
    : undefined

/** Parsed JSON; the page validates its content. */
export const json: Reader = (written) => {
  if (typeof written !== 'string') return written
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}
