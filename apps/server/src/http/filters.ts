import type { Zone } from '@chisholm/domain/dates'
import { type RawBuilder, sql } from 'kysely'
import { isUuid } from './bodies.ts'
import { dayCondition, isDayOrMoment, momentCondition } from './day-filters.ts'
import { malformed } from './failures.ts'
import { withoutPrefix } from './field-names.ts'

export type FilterType = 'id' | 'text' | 'exact' | 'flag' | 'time' | 'day' | 'number' | 'pin' | 'ticket'
export type FilterTypes<Name extends string> = Record<Name, FilterType>

const operators = ['eq', 'isnull', 'gt', 'gte', 'lt', 'lte', 'like'] as const
export type Operator = (typeof operators)[number]

/** The operators that make sense on a type: those the API's document names. Any other compares as it can. */
export const operatorsOf: Record<FilterType, readonly Operator[]> = {
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

type DatedType = 'time' | 'day'

interface Asked<Name extends string> {
  field: Name
  op: Operator
  /** Texts as sent, trimmed; any of them may match. */
  values: string[]
}

/** The zone says whose days are meant. */
type DatedFilter<Name extends string = string> = Asked<Name> & { type: DatedType; zone: Zone }
export type Filter<Name extends string = string> =
  | (Asked<Name> & { type: Exclude<FilterType, DatedType> })
  | DatedFilter<Name>

/**
 * Reads `filter[field]=v` and `filter[field:op]=v` (decisions.md section 3). An empty value filters nothing.
 * @param zoneOf  whose days the filters mean; asked only when one is of days or moments
 * @throws malformed  an unknown field or operator, or a value that does not fit; the answer names it
 */
export async function readFilters<Name extends string>(
  raw: unknown,
  allowed: FilterTypes<Name>,
  zoneOf: () => Promise<Zone>,
): Promise<Filter<Name>[]> {
  if (raw === undefined || raw === '') return []
  if (typeof raw !== 'object' || raw === null) throw malformed('Filters are written filter[field]=value.')
  const filters = Object.entries(raw).map(async ([key, value]): Promise<Filter<Name> | null> => {
    const [name = '', op = 'eq'] = key.split(':')
    // cast: Object.keys and Object.entries forget which keys there are
    const field = (Object.keys(allowed) as Name[]).find((known) => known === name || known === withoutPrefix(name))
    if (!field) throw malformed(`Unknown filter "${name}". Known: ${Object.keys(allowed).join(', ')}.`)
    // cast: includes wants the type of its elements; what is none of them is refused here
    if (!operators.includes(op as Operator)) throw malformed(`Unknown filter operator "${op}" in "${key}".`)
    // what belongs to many tickets would be looked up ticket by ticket
    if (allowed[field] === 'ticket' && op !== 'eq')
      throw malformed(`The filter "${name}" takes numbers of tickets, without "${op}".`)
    const values = (Array.isArray(value) ? value : String(value).split(','))
      .map((one) => String(one).trim())
      .filter(Boolean)
    if (values.length === 0) return null
    const type = allowed[field]
    // cast: includes wants the type of its elements; what is none of them is refused here
    const asked = { field, op: op as Operator, values }
    checkValues(key, { ...asked, type })
    return type === 'time' || type === 'day' ? { ...asked, type, zone: await zoneOf() } : { ...asked, type }
  })
  return (await Promise.all(filters)).filter((filter) => filter !== null)
}

/** @returns the number of a ticket, written 123 or CHM-123; -1 when it is none */
const pinOf = (text: string) => Number(/^(?:CHM-)?(\d{1,9})$/i.exec(text)?.[1] ?? -1)

function checkValues(key: string, { type, op, values }: Asked<string> & { type: FilterType }): void {
  const fits = (value: string) => {
    if (op === 'isnull' || type === 'flag') return ['true', 'false', '1', '0'].includes(value)
    if (type === 'id') return isUuid(value)
    if (type === 'time' || type === 'day') return isDayOrMoment(value)
    if (type === 'pin' && op !== 'eq' && op !== 'like') return pinOf(value) >= 0
    if (type === 'number') return Number.isFinite(Number(value))
    return true
  }
  const misfit = values.find((value) => !fits(value))
  if (misfit !== undefined) throw malformed(`"${misfit}" does not fit the filter "${key}".`)
}

export const isTrue = (filter: Filter) => filter.values[0] === 'true' || filter.values[0] === '1'

const comparison = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` }

/** What a text is compared and sorted by: case and surrounding space tell no two apart. Indexes are on this. */
export const comparable = (column: RawBuilder<unknown>) => sql`lower(btrim(${column}))`

/** Gives the SQL condition of a filter on a column. Texts match whole, ignoring case and surrounding space. */
export function condition(column: RawBuilder<unknown>, filter: Filter): RawBuilder<boolean> {
  const { op, values } = filter
  if (op === 'isnull') {
    const tested = filter.type === 'text' ? comparable(column) : column
    return isTrue(filter) ? sql`${tested} is null` : sql`${tested} is not null`
  }
  if (filter.type === 'time') return momentCondition(column, filter, op)
  if (filter.type === 'day') return dayCondition(column, filter, op)
  // one after the other: an index of the parts of texts does not serve a list of patterns
  if (op === 'like') {
    const patterns = values.map((value) => `%${value.replace(/[\\%_]/g, '\\$&')}%`)
    // a shorter part is in no group of three letters: their index would be read from end to end, which takes the longest
    const searched = values.some((value) => value.length < 3) ? sql`(${column}::text || '')` : sql`${column}::text`
    return sql`(${sql.join(
      patterns.map((pattern) => sql`${searched} ${filter.type === 'pin' ? sql`like` : sql`ilike`} ${pattern}`),
      sql` or `,
    )})`
  }
  if (op !== 'eq') return compared(column, filter, op)
  switch (filter.type) {
    case 'id':
      return oneOf(column, values, 'uuid')
    case 'text':
      return oneOf(
        comparable(column),
        values.map((value) => value.toLowerCase()),
        'text',
      )
    case 'flag':
      return isTrue(filter) ? sql`${column}` : sql`not ${column}`
    case 'number':
      return oneOf(column, values.map(Number), 'numeric')
    case 'pin':
    case 'ticket':
      return oneOf(column, values.map(pinOf), 'integer')
    default:
      return oneOf(column, values, 'text')
  }
}

type ColumnType = 'uuid' | 'text' | 'numeric' | 'integer'

/**
 * Whether a column is one of these. One value is compared as itself: an index on it then gives the rows in their order,
 * which a list of values cannot.
 */
export function oneOf(column: RawBuilder<unknown>, values: readonly unknown[], type: ColumnType): RawBuilder<boolean> {
  const cast = sql.raw(type)
  return values.length === 1 ? sql`${column} = ${values[0]}::${cast}` : sql`${column} = any(${values}::${cast}[])`
}

function compared(column: RawBuilder<unknown>, filter: Filter, op: 'gt' | 'gte' | 'lt' | 'lte'): RawBuilder<boolean> {
  const value = filter.values[0] ?? ''
  if (filter.type === 'pin') return sql`${column} ${comparison[op]} ${pinOf(value)}`
  if (filter.type === 'number') return sql`${column} ${comparison[op]} ${Number(value)}`
  return sql`${column}::text ${comparison[op]} ${value}`
}
