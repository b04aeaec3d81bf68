import { type RawBuilder, sql } from 'kysely'
import { isUuid, parseMoment } from './bodies.ts'
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

export interface Filter<Name extends string = string> {
  field: Name
  type: FilterType
  op: Operator
  /** Texts as sent, trimmed; any of them may match. */
  values: string[]
}

/**
 * Reads `filter[field]=v` and `filter[field:op]=v` (decisions.md section 3). An empty value filters nothing.
 * @throws malformed  an unknown field or operator, or a value that does not fit; the answer names it
 */
export function readFilters<Name extends string>(raw: unknown, allowed: FilterTypes<Name>): Filter<Name>[] {
  if (raw === undefined || raw === '') return []
  if (typeof raw !== 'object' || raw === null) throw malformed('Filters are written filter[field]=value.')
  return Object.entries(raw).flatMap(([key, value]) => {
    const [name = '', op = 'eq'] = key.split(':')
    const field = (Object.keys(allowed) as Name[]).find((known) => known === name || known === withoutPrefix(name))
    if (!field) throw malformed(`Unknown filter "${name}". Known: ${Object.keys(allowed).join(', ')}.`)
    if (!operators.includes(op as Operator)) throw malformed(`Unknown filter operator "${op}" in "${key}".`)
    // what belongs to many tickets would be looked up ticket by ticket
    if (allowed[field] === 'ticket' && op !== 'eq')
      throw malformed(`The filter "${name}" takes numbers of tickets, without "${op}".`)
    const values = (Array.isArray(value) ? value : String(value).split(','))
      .map((one) => String(one).trim())
      .filter(Boolean)
    if (values.length === 0) return []
    const filter: Filter<Name> = { field, type: allowed[field], op: op as Operator, values }
    checkValues(key, filter)
    return [filter]
  })
}

/** @returns the number of a ticket, written 123 or CHM-123; -1 when it is none */
const pinOf = (text: string) => Number(/^(?:CHM-)?(\d{1,9})$/i.exec(text)?.[1] ?? -1)

function checkValues(key: string, { type, op, values }: Filter): void {
  const fits = (value: string) => {
    if (op === 'isnull' || type === 'flag') return ['true', 'false', '1', '0'].includes(value)
    if (type === 'id') return isUuid(value)
    if (type === 'time' || type === 'day') return parseMoment(value) !== null
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
  const { op, type, values } = filter
  if (op === 'isnull') {
    const tested = type === 'text' ? comparable(column) : column
    return isTrue(filter) ? sql`${tested} is null` : sql`${tested} is not null`
  }
  // one after the other: an index of the parts of texts does not serve a list of patterns
  if (op === 'like') {
    const patterns = values.map((value) => `%${value.replace(/[\\%_]/g, '\\$&')}%`)
    return sql`(${sql.join(
      patterns.map((pattern) => sql`${column}::text ilike ${pattern}`),
      sql` or `,
    )})`
  }
  if (op !== 'eq') return compared(column, filter, op)
  switch (type) {
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
    case 'time':
    case 'day': {
      const days = values.map((value) => parseMoment(value)?.toISOString() ?? null)
      return oneOf(column, days, type === 'day' ? 'date' : 'timestamptz')
    }
    case 'number':
      return oneOf(column, values.map(Number), 'numeric')
    case 'pin':
    case 'ticket':
      return oneOf(column, values.map(pinOf), 'integer')
    default:
      return oneOf(column, values, 'text')
  }
}

type ColumnType = 'uuid' | 'text' | 'date' | 'timestamptz' | 'numeric' | 'integer'

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
  if (filter.type === 'time') return sql`${column} ${comparison[op]} ${parseMoment(value)?.toISOString()}::timestamptz`
  if (filter.type === 'day') {
    const day = parseMoment(value)?.toISOString().slice(0, 10)
    // searches send a whole day as gt 00:00:00 and lt 23:59:59: a date lies inside it
    const inclusive = value.length > 10 ? (op.startsWith('gt') ? comparison.gte : comparison.lte) : comparison[op]
    return sql`${column} ${inclusive} ${day}::date`
  }
  if (filter.type === 'pin') return sql`${column} ${comparison[op]} ${pinOf(value)}`
  if (filter.type === 'number') return sql`${column} ${comparison[op]} ${Number(value)}`
  return sql`${column}::text ${comparison[op]} ${value}`
}
