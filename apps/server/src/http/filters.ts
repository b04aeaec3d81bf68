import type { Zone } from '@chisholm/domain/dates'
import { parseRfid } from '@chisholm/domain/rfid'
import { keysOf } from '@chisholm/domain/typed-objects'
import { parseTicketNumber } from '@chisholm/domain/ticket-number'
import { isUuid, parseTimestamp } from './body-fields.ts'
import { malformed } from './app-error.ts'
import { withoutPrefix } from './filter-field-prefixes.ts'
import { parseDecimal } from './parse-decimal.ts'

export type FilterType = 'id' | 'text' | 'exact' | 'flag' | 'time' | 'day' | 'number' | 'pin' | 'ticket'
export type FilterTypes<Name extends string> = Record<Name, FilterType>

const operators = ['eq', 'isnull', 'gt', 'gte', 'lt', 'lte', 'like'] as const
export type Operator = (typeof operators)[number]

/** The documented operators of each type. Others are accepted where they make sense. */
export const operatorsByType: Record<FilterType, readonly Operator[]> = {
  id: ['eq', 'isnull'],
  text: ['eq', 'like', 'isnull'],
  exact: ['eq'],
  flag: ['eq'],
  time: ['eq', 'gt', 'gte', 'lt', 'lte', 'isnull'],
  day: ['eq', 'gt', 'gte', 'lt', 'lte', 'isnull'],
  number: ['eq', 'gt', 'gte', 'lt', 'lte', 'isnull'],
  pin: ['eq', 'gt', 'gte', 'lt', 'lte'],
  ticket: ['eq'],
}

type DateFilterType = 'time' | 'day'

interface ParsedFilter<Name extends string> {
  field: Name
  op: Operator
  /** Trimmed values in the Unicode form of stored names (NFC), any of which may match. */
  values: string[]
  /** For `like`: compares each row that other criteria find, instead of searching the trigram index. */
  eachRow?: boolean
}

/** A text of fewer characters contains no trigram, of which the trigram index consists. */
export const shortestIndexedPart = 3

/** The zones for the days in a filter. */
interface FilterZones {
  /** The time zone of the practice. */
  zone: Zone
  /** The sites' own time zones, for lists of data that belongs to sites. */
  siteZones?: readonly Zone[]
}

type DateFilter<Name extends string = string> = ParsedFilter<Name> & { type: DateFilterType } & FilterZones
export type Filter<Name extends string = string> =
  | (ParsedFilter<Name> & { type: Exclude<FilterType, DateFilterType> })
  | DateFilter<Name>

/**
 * Parses `filter[field]=v` and `filter[field:op]=v` (decisions.md section 3). Empty values are ignored.
 * @param readZones  loads the time zones; called only for a date filter
 * @throws malformed  a field or operator is unknown, or a value is invalid
 */
export async function readFilters<Name extends string>(
  raw: unknown,
  allowed: FilterTypes<Name>,
  readZones: () => Promise<FilterZones>,
): Promise<Filter<Name>[]> {
  if (raw === undefined || raw === '') return []
  if (typeof raw !== 'object' || raw === null) throw malformed('Filters are written filter[field]=value.')
  const filters = Object.entries(raw).map(async ([key, value]): Promise<Filter<Name> | null> => {
    const [name = '', ...operator] = key.split(':')
    const op = operator.length === 0 ? 'eq' : operator.join(':')
    const field = keysOf(allowed).find((known) => known === name || known === withoutPrefix(name))
    if (!field) throw malformed(`Unknown filter "${name}". ${listKnown(Object.keys(allowed))}`)
    // cast: `includes` accepts its element type only
    if (!operators.includes(op as Operator)) throw malformed(`Unknown filter operator "${op}" in "${key}".`)
    // Any other operator would have to scan all tickets.
    if (allowed[field] === 'ticket' && op !== 'eq')
      throw malformed(`The filter "${name}" takes numbers of tickets, without "${op}".`)
    // Any other operator would be answered like `eq`.
    if (allowed[field] === 'flag' && op !== 'eq')
      throw malformed(`The filter "${name}" takes true or false, without "${op}".`)
    const sent = readValues(key, value)
    const type = allowed[field]
    const values = sent.map((text) => normalizeValue(text, { field, type, op }))
    if (values.length === 0) return null
    // cast: `includes` accepts its element type only
    const parsed = { field, op: op as Operator, values }
    validateValues(key, { ...parsed, type })
    if (isYesOrNo({ ...parsed, type }) && new Set(values.map(isTrueText)).size === 2) return null
    if (type !== 'time' && type !== 'day') return { ...parsed, type }
    // `isnull` does not depend on the zone, so the zone is not loaded; every inbox uses it
    return { ...parsed, type, ...(op === 'isnull' ? { zone: 'UTC' } : await readZones()) }
  })
  return (await Promise.all(filters)).filter((filter) => filter !== null)
}

/** Ids are compared with those of rows, which are in lower case. */
function normalizeValue(text: string, { field, type, op }: { field: string; type: FilterType; op: string }): string {
  if (type === 'id') return text.toLowerCase()
  return field === 'rfid' && op === 'eq' ? readRfid(text) : text
}

/** An RFID is searched as it is stored, however it is typed (field reference, section 1). */
function readRfid(typed: string): string {
  const reading = parseRfid(typed)
  return reading.ok ? reading.rfid : typed
}

/** Tells a caller which fields a list knows. */
export const listKnown = (fields: readonly string[]) =>
  fields.length > 0 ? `Known: ${fields.join(', ')}.` : 'This list has none.'

/** Reads `filter[field]=a,b` or `filter[field][]=a&filter[field][]=b`. */
function readValues(key: string, value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  if (values.some((one) => typeof one === 'object'))
    throw malformed(`The filter "${key}" takes a value or a list of values.`)
  const texts = Array.isArray(value) ? values.map(String) : String(value).split(',')
  return texts.map((text) => text.trim().normalize('NFC')).filter(Boolean)
}

/**
 * Parses a ticket number, written as 123 or CHM-123.
 * @returns -1, which no ticket has, for any other text
 */
export const parsePin = (text: string) => parseTicketNumber(text) ?? -1

const isDayOrTimestamp = (text: string) => parseTimestamp(text, 'UTC') !== null

function validateValues(key: string, { type, op, values }: ParsedFilter<string> & { type: FilterType }): void {
  const fits = (value: string) => {
    if (isYesOrNo({ type, op })) return ['true', 'false', '1', '0'].includes(value)
    if (type === 'id') return isUuid(value)
    if (type === 'time' || type === 'day') return isDayOrTimestamp(value)
    if (type === 'pin' && op !== 'eq' && op !== 'like') return parsePin(value) >= 0
    if (type === 'number') return Number.isFinite(parseDecimal(value))
    return true
  }
  const invalidValue = values.find((value) => !fits(value))
  if (invalidValue !== undefined) throw malformed(`"${invalidValue}" does not fit the filter "${key}".`)
}

/** Whether a filter has one of two values. A list of both matches everything. */
const isYesOrNo = ({ type, op }: { type: FilterType; op: Operator }) => op === 'isnull' || type === 'flag'

const isTrueText = (text: string | undefined) => text === 'true' || text === '1'
export const isTrue = (filter: Filter) => isTrueText(filter.values[0])
