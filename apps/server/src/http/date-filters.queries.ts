import { addDays, dayOf, isDay, startOfDay, type Zone } from '@chisholm/domain/dates'
import { type RawBuilder, sql } from 'kysely'
import { minTimestamp, maxTimestamp, offsetOf, parseTimestamp } from './body-fields.ts'

type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte' | 'like'
interface DateOperand {
  values: string[]
  zone: Zone
}

const sqlOperators = { eq: sql`=`, like: sql`=`, gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` }

/** A filter may hold several values, any of which may match. */
export const matchAny = (values: string[], one: (value: string) => RawBuilder<boolean>): RawBuilder<boolean> =>
  sql`(${sql.join(values.map(one), sql` or `)})`

/** The beginning of a day of the zone or of a millisecond, and its end, which is not part of it. */
function boundsOf(value: string, zone: Zone): [from: Date, to: Date] {
  if (isDay(value)) return [startOfDay(value, zone), startOfDay(addDays(value, 1), zone)]
  const timestamp = parseTimestamp(value, zone) ?? minTimestamp
  return [timestamp, new Date(timestamp.getTime() + 1)]
}

/**
 * Compares a timestamp column with a whole day of the zone, or with a timestamp, which is a whole millisecond: columns
 * have microseconds, and answers, whose times are sent again as filters, do not.
 */
export const timestampCondition = (column: RawBuilder<unknown>, { values, zone }: DateOperand, op: Comparison) =>
  matchAny(values, (value) => {
    const [from, to] = boundsOf(value, zone)
    const [start, end] = [sql`${clampTimestamp(from)}::timestamptz`, sql`${clampTimestamp(to)}::timestamptz`]
    if (op === 'gt') return sql`${column} >= ${end}`
    if (op === 'gte') return sql`${column} >= ${start}`
    if (op === 'lt') return sql`${column} < ${start}`
    if (op === 'lte') return sql`${column} < ${end}`
    return sql`(${column} >= ${start} and ${column} < ${end})`
  })

/** The first and the last day may reach beyond the timestamps that the database supports. */
function clampTimestamp(timestamp: Date): string {
  const clamped = timestamp < minTimestamp ? minTimestamp : timestamp > maxTimestamp ? maxTimestamp : timestamp
  return clamped.toISOString()
}

/**
 * Compares a date column. A bound with a time includes its whole day, because clients filter by a day with gt 00:00:00
 * and lt 23:59:59 (docs/decisions/0003-same-day-filters.md).
 */
export const dayCondition = (column: RawBuilder<unknown>, { values, zone }: DateOperand, op: Comparison) =>
  matchAny(values, (value) => {
    const inclusive = { ...sqlOperators, gt: sqlOperators.gte, lt: sqlOperators.lte }
    const sign = isDay(value) ? sqlOperators[op] : inclusive[op]
    return sql`${column} ${sign} ${dayOfBound(value, zone)}::date`
  })

/**
 * Calendar day of a date-filter bound. A value with a UTC offset is converted to `zone`; otherwise its date part is
 * used as written.
 */
function dayOfBound(value: string, zone: Zone): string {
  const timestamp = offsetOf(value) !== undefined && parseTimestamp(value, zone)
  const day = timestamp ? dayOf(timestamp, zone) : value.slice(0, 10)
  return day.length > 10 ? '9999-12-31' : day
}
