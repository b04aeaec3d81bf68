import { isDay } from '@chisholm/domain/dates'
import { isUuid } from '@chisholm/domain/uuid'

/** Parses a query string. All values stay strings, even digits, because an RFID is not a number. */
export const parseSearch = (query: string): Record<string, unknown> =>
  Object.fromEntries(
    // Links from older versions have quotation marks around digits.
    [...new URLSearchParams(query)].map(([name, value]) => [name, value.replace(/^"(\d+)"$/, '$1')]),
  )

/** Omits empty values. Values that are not strings are written as JSON. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '')
      params.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return params.size > 0 ? `?${params}` : ''
}

/** Parses one parameter. Returns undefined if it is invalid. */
type ParamParser = (raw: unknown) => unknown
export type ParamParsers = Record<string, ParamParser>

/**
 * Validates the search parameters of a route. Invalid values are ignored without an error. They are returned as
 * undefined, because the router would otherwise pass on the raw ones.
 */
export const validateSearchWith = (parsers: ParamParsers) => (raw: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(parsers).map(([name, parse]) => [name, raw[name] === undefined ? undefined : parse(raw[name])]),
  )

/** Longer texts are cut. No text worth searching for is longer than an e-mail address may be. */
const maxTextLength = 254
const isText = (raw: unknown) => typeof raw === 'string' || typeof raw === 'number'

/** Text of one line. A text of digits may arrive as a number. */
export const text: ParamParser = (raw) =>
  isText(raw) ? String(raw).trim().slice(0, maxTextLength) || undefined : undefined

/** A page number, counted from 1. */
export const pageNumber: ParamParser = (raw) => {
  const page = isText(raw) ? Number(raw) : Number.NaN
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : undefined
}

export const id: ParamParser = (raw) => (typeof raw === 'string' && isUuid(raw) ? raw : undefined)

export const oneOf =
  (choices: readonly string[]): ParamParser =>
  (raw) =>
    choices.find((choice) => choice === String(raw))

/** A date as YYYY-MM-DD. */
export const day: ParamParser = (raw) => (typeof raw === 'string' && isDay(raw) ? raw : undefined)

/** Parsed JSON. The page validates its content. */
export const json: ParamParser = (raw) => {
  if (typeof raw !== 'string') return raw
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
