import {
  filterKeys,
  isRangeKey,
  normalizeFilter,
  type Range,
  type RangeKey,
  rangeKeys,
  validateRange,
  type ReportFilter,
} from '@chisholm/domain/report-filter'

export const isSameFilter = (one: ReportFilter, other: ReportFilter) =>
  JSON.stringify(normalizeFilter(one)) === JSON.stringify(normalizeFilter(other))

export type RangeErrors = Partial<Record<RangeKey, string | undefined>>

/** The error of each invalid range (specification section 5). Null if all are valid. */
export function validateFilter(filter: ReportFilter): RangeErrors | null {
  const errors: RangeErrors = {}
  for (const key of rangeKeys) {
    const range = filter[key]
    const error = range ? validateRange(key, range) : null
    if (error) errors[key] = error
  }
  return Object.keys(errors).length > 0 ? errors : null
}

const isEnd = (end: unknown): end is Range['min'] => end === null || typeof end === 'string' || typeof end === 'number'

/** Parses the filter in the URL, which is untrusted input, and omits malformed parts. */
export function parseFilterParam(param: unknown): ReportFilter | null {
  if (typeof param !== 'object' || param === null) return null
  // cast: checked to be an object above; its fields are checked one by one
  const values = param as Record<string, unknown>
  const filter: ReportFilter = {}
  for (const key of filterKeys) {
    const value = values[key]
    if (isRangeKey(key)) {
      // cast: both ends may be anything
      const { min = null, max = null } = (value ?? {}) as { min?: unknown; max?: unknown }
      if (value && isEnd(min) && isEnd(max)) filter[key] = { min, max }
    } else if (Array.isArray(value)) filter[key] = value.filter((id) => typeof id === 'string')
  }
  return normalizeFilter(filter)
}
