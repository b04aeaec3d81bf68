import {
  filterKeys,
  isRangeKey,
  keptFilter,
  type Range,
  type RangeKey,
  rangeKeys,
  rangeMistake,
  type ReportFilter,
} from '@chisholm/domain/report-filter'

export const sameFilter = (one: ReportFilter, other: ReportFilter) =>
  JSON.stringify(keptFilter(one)) === JSON.stringify(keptFilter(other))

export type RangeMistakes = Partial<Record<RangeKey, string | undefined>>

/** The error for each invalid range (specification section 5); null if all are valid. */
export function filterMistakes(filter: ReportFilter): RangeMistakes | null {
  const mistakes: RangeMistakes = {}
  for (const key of rangeKeys) {
    const range = filter[key]
    const mistake = range ? rangeMistake(key, range) : null
    if (mistake) mistakes[key] = mistake
  }
  return Object.keys(mistakes).length > 0 ? mistakes : null
}

const isEnd = (end: unknown): end is Range['min'] => end === null || typeof end === 'string' || typeof end === 'number'

/** Parses the filter in the URL, which is untrusted input, and drops malformed parts. */
export function filterOfAddress(written: unknown): ReportFilter | null {
  if (typeof written !== 'object' || written === null) return null
  // cast: an object by the question before, whose fields are asked one by one
  const given = written as Record<string, unknown>
  const filter: ReportFilter = {}
  for (const key of filterKeys) {
    const wanted = given[key]
    if (isRangeKey(key)) {
      // cast: both ends are read as whatever they are
      const { min = null, max = null } = (wanted ?? {}) as { min?: unknown; max?: unknown }
      if (wanted && isEnd(min) && isEnd(max)) filter[key] = { min, max }
    } else if (Array.isArray(wanted)) filter[key] = wanted.filter((id) => typeof id === 'string')
  }
  return keptFilter(filter)
}
