import { constants } from './constants.ts'
import { isDay } from './dates.ts'
import { texts } from './texts.ts'

/** Saved reports filter by choices (these keys) and by ranges (specification 3). */
export const choiceKeys = ['tagColor', 'group', 'breed', 'animalColor'] as const
export const rangeKeys = ['temperature', 'weight', 'date'] as const
/** All filter keys, in the order of the specification. */
export const filterKeys = ['tagColor', 'temperature', 'weight', 'group', 'date', 'breed', 'animalColor'] as const

export type ChoiceKey = (typeof choiceKeys)[number]
export type RangeKey = (typeof rangeKeys)[number]
export type FilterKey = (typeof filterKeys)[number]

export interface Range {
  min: string | number | null
  max: string | number | null
}

/** A stored filter: ids of entries, and ranges in °C, kg and days. */
export type ReportFilter = Partial<Record<ChoiceKey, string[]> & Record<RangeKey, Range>>

export const isRangeKey = (key: FilterKey): key is RangeKey => rangeKeys.some((known) => known === key)

const isEmpty = (value: unknown) => value === null || value === undefined || String(value).trim() === ''

const isFilterDay = (day: string) => isDay(day) && day >= constants.filterDateMin && day <= constants.filterDateMax

/**
 * Validates a range (specification section 5): it has at least one end, its ends are in order, and its days lie between
 * 0001-01-01 and 2100-12-31.
 * @returns the text to show, or null if the range is valid
 */
export function validateRange(key: RangeKey, { min, max }: Range): string | null {
  if (isEmpty(min) && isEmpty(max)) return texts.validation.rangeRequired
  const ends = [min, max].filter((end) => !isEmpty(end))
  if (!ends.every((end) => ['string', 'number'].includes(typeof end))) return texts.validation.rangeInvalid
  const fits = (end: unknown) => (key === 'date' ? isFilterDay(String(end)) : Number.isFinite(Number(end)))
  if (!ends.every(fits)) return texts.validation.rangeInvalid
  if (ends.length < 2) return null
  const isOrdered = key === 'date' ? String(min) <= String(max) : Number(min) <= Number(max)
  return isOrdered ? null : texts.validation.rangeInvalid
}

/** Invalid numbers stay as typed, so that the form can show them again. */
function normalizeEnd(key: RangeKey, end: Range['min']): Range['min'] {
  if (isEmpty(end)) return null
  return key === 'date' || !Number.isFinite(Number(end)) ? String(end) : Number(end)
}

/**
 * Normalises a filter for storage and comparison: keys in the order of the specification, ids unique, in
 * lower case and sorted, measures as numbers (specification section 5), open ends as null.
 */
export function normalizeFilter(filter: ReportFilter): ReportFilter {
  const normalized: ReportFilter = {}
  for (const key of filterKeys) {
    if (isRangeKey(key)) {
      const range = filter[key]
      if (range) normalized[key] = { min: normalizeEnd(key, range.min), max: normalizeEnd(key, range.max) }
    } else {
      const ids = filter[key]
      if (ids) normalized[key] = [...new Set(ids.map((id) => id.toLowerCase()))].sort()
    }
  }
  return normalized
}
