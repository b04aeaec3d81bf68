import { type RawBuilder, sql } from 'kysely'
import type { SiteId } from '../database/ids.ts'
import { dayCondition, matchAny, timestampCondition } from './date-filters.queries.ts'
import { type Filter, isTrue, parsePin, shortestIndexedPart } from './filters.ts'

const sqlOperators = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` }

/** The normalised text for comparisons and sorting: trimmed and in lower case. Indexes use this expression. */
export const normalizedText = (column: RawBuilder<unknown>) => sql`lower(btrim(${column}))`

/** The SQL condition of a filter. A text must match completely, except for case and surrounding space. */
export function condition(column: RawBuilder<unknown>, filter: Filter): RawBuilder<boolean> {
  const { op, values } = filter
  if (op === 'isnull') {
    const tested = filter.type === 'text' ? normalizedText(column) : column
    return isTrue(filter) ? sql`${tested} is null` : sql`${tested} is not null`
  }
  if (filter.type === 'time') return timestampCondition(column, filter, op)
  if (filter.type === 'day') return dayCondition(column, filter, op)
  // The patterns are combined with `or`, because a trigram index does not support a list of patterns.
  if (op === 'like') {
    const parts = filter.type === 'pin' ? values.map((value) => value.replace(/^CHM-/i, '')) : values
    const patterns = parts.map((part) => `%${part.replace(/[\\%_]/g, '\\$&')}%`)
    // Without a trigram the whole index would be scanned, which is slowest of all.
    const isIndexed = !filter.eachRow && values.every((value) => value.length >= shortestIndexedPart)
    const searched = isIndexed ? sql`${column}::text` : sql`(${column}::text || '')`
    return sql`(${sql.join(
      patterns.map((pattern) => sql`${searched} ${filter.type === 'pin' ? sql`like` : sql`ilike`} ${pattern}`),
      sql` or `,
    )})`
  }
  if (op !== 'eq') return compareWith(column, filter, op)
  switch (filter.type) {
    case 'id':
      return inList(column, values, 'uuid')
    case 'text':
      return inLowerCase(normalizedText(column), values)
    case 'flag':
      return isTrue(filter) ? sql`${column}` : sql`not ${column}`
    case 'number':
      return inList(column, values.map(Number), 'numeric')
    case 'pin':
    case 'ticket':
      return inList(column, values.map(parsePin), 'integer')
    default:
      return inList(column, values, 'text')
  }
}

/**
 * The condition of a filter on what belongs to a site: days are those of the site. Where no site has a zone of its own,
 * it stays simple.
 */
export function siteDayCondition(
  column: RawBuilder<unknown>,
  siteId: RawBuilder<unknown>,
  filter: Filter,
): RawBuilder<boolean> {
  if (filter.type !== 'time' || !filter.siteZones?.length) return condition(column, filter)
  const { zone: practiceZone, siteZones } = filter
  const zones = [...new Set([practiceZone, ...siteZones])].map((zone) => ({
    zone,
    condition: condition(column, { ...filter, zone }),
  }))
  const ofSite = zones.map(
    (one) => sql`(coalesce(zoned.time_zone, ${practiceZone}) = ${one.zone} and ${one.condition})`,
  )
  // the first part can be read from an index
  return sql`((${sql.join(
    zones.map((one) => one.condition),
    sql` or `,
  )}) and exists (select from sites zoned where zoned.id = ${siteId} and (${sql.join(ofSite, sql` or `)})))`
}

/** Like `inList` of sites, without an index: for rows that another index finds. */
export const ofSitesAfterwards = (column: RawBuilder<unknown>, siteIds: readonly SiteId[]): RawBuilder<boolean> =>
  sql`${column}::text = any(${siteIds}::text[])`

type ColumnType = 'uuid' | 'text' | 'numeric' | 'integer'

/**
 * Whether a column equals one of the values. A single value is compared with `=`, so that an index returns the rows in
 * order.
 */
export function inList(column: RawBuilder<unknown>, values: readonly unknown[], type: ColumnType): RawBuilder<boolean> {
  const cast = sql.raw(type)
  return values.length === 1 ? sql`${column} = ${values[0]}::${cast}` : sql`${column} = any(${values}::${cast}[])`
}

/**
 * Whether a text in lower case equals one of the values, in any case. PostgreSQL converts both sides, because its lower
 * case differs from that of JavaScript for some letters.
 */
export const inLowerCase = (lowered: RawBuilder<unknown>, values: readonly string[]): RawBuilder<boolean> =>
  values.length === 1
    ? sql`${lowered} = lower(${values[0]}::text)`
    : sql`${lowered} = any(array(select lower(value) from unnest(${values}::text[]) as value))`

function compareWith(
  column: RawBuilder<unknown>,
  filter: Filter,
  op: 'gt' | 'gte' | 'lt' | 'lte',
): RawBuilder<boolean> {
  const sign = sqlOperators[op]
  return matchAny(filter.values, (value) => {
    if (filter.type === 'pin') return sql`${column} ${sign} ${parsePin(value)}`
    // not an integer, which has neither fractions nor numbers beyond its range
    if (filter.type === 'number') return sql`${column} ${sign} ${Number(value)}::numeric`
    return sql`${column}::text ${sign} ${value}`
  })
}
