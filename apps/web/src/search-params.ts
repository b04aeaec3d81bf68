/** The query of an address. Every value is a text, also one of digits alone: an RFID is no number. */
export const parseSearch = (query: string): Record<string, unknown> =>
  Object.fromEntries(
    // addresses made before quoted texts of digits
    [...new URLSearchParams(query)].map(([name, value]) => [name, value.replace(/^"(\d+)"$/, '$1')]),
  )

/** Writes a query; what is empty is left out, and what is no text is written as JSON. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '')
      params.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return params.size > 0 ? `?${params}` : ''
}

/** Reads one parameter; undefined for a value that will not do. */
type Reader = (written: unknown) => unknown
export type Readers = Record<string, Reader>

/**
 * Reads the parameters of a route. Anybody may have written an address: a wrong value counts as none, and nothing
 * throws. Wrong values are given as undefined, so that the router does not hand out what was written instead.
 */
export const searchOf = (readers: Readers) => (written: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(readers).map(([name, read]) => [
      name,
      written[name] === undefined ? undefined : read(written[name]),
    ]),
  )

/** As long as an e-mail address may be. */
const longest = 254
const isText = (written: unknown) => typeof written === 'string' || typeof written === 'number'

/** A text on one line, or a number typed as one. */
export const text: Reader = (written) =>
  isText(written) ? String(written).trim().slice(0, longest) || undefined : undefined

/** A page of a list, counted from 1. */
export const pageNumber: Reader = (written) => {
  const page = isText(written) ? Number(written) : Number.NaN
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : undefined
}

/** The id of something. */
export const id: Reader = (written) =>
  typeof written === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(written) ? written : undefined

export const oneOf =
  (choices: readonly string[]): Reader =>
  (written) =>
    choices.find((choice) => choice === String(written))

/** A day as YYYY-MM-DD. */
export const day: Reader = (written) =>
  typeof written === 'string' && /^\d{4}-\d\d-\d\d$/.test(written) && !Number.isNaN(Date.parse(written))
    ? written
    : undefined

/** What is written as JSON; its page looks at what it holds. */
export const json: Reader = (written) => {
  if (typeof written !== 'string') return written
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}
