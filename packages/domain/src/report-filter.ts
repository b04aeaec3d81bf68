import { constants } from './constants.ts'
import { isDay } from './dates.ts'
import { texts } from './texts.ts'

/** Keys of a saved report's filter (specification 3): those that choose from a list, and those with a range. */
export const choiceKeys = ['tagColor', 'group', 'breed', 'animalColor'] as const
export const rangeKeys = ['temperature', 'weight', 'date'] as const
/** All of them, in the order of the specification. */
export const filterKeys = ['tagColor', 'temperature', 'weight', 'group', 'date', 'breed', 'animalColor'] as const

export type ChoiceKey = (typeof choiceKeys)[number]
export type RangeKey = (typeof rangeKeys)[number]
export type FilterKey = (typeof filterKeys)[number]

export interface Range {
  min: string | number | null
  max: string | number | null
}

/** A filter as it is kept: ids of list entries, and ranges in °C, kg and days. */
export type ReportFilter = Partial<Record<ChoiceKey, string[]> & Record<RangeKey, Range>>

export const isRangeKey = (key: FilterKey): key is RangeKey => rangeKeys.some((known) => known === key)

const empty = (value: unknown) => value === null || value === undefined || String(value).trim() === ''

const isFilterDay = (day: string) => isDay(day) && day >= constants.filterDateMin && day <= constants.filterDateMax

/**
 * Checks a range by the rules of specification section 5: one end at least, in order, days from 0001-01-01 to 2100-12-31.
 * @returns the text to show, or null when it is fine
 */
export function rangeMistake(key: RangeKey, { min, max }: Range): string | null {
  if (empty(min) && empty(max)) return texts.validation.rangeRequired
  const ends = [min, max].filter((end) => !empty(end))
  if (!ends.every((end) => ['string', 'number'].includes(typeof end))) return texts.validation.rangeInvalid
  const fits = (end: unknown) => (key === 'date' ? isFilterDay(String(end)) : Number.isFinite(Number(end)))
  if (!ends.every(fits)) return texts.validation.rangeInvalid
  if (ends.length < 2) return null
  const inOrder = key === 'date' ? String(min) <= String(max) : Number(min) <= Number(max)
  return inOrder ? null : texts.validation.rangeInvalid
}

/** An end that is no number stays as it was typed, so that it can be shown again. */
function keptEnd(key: RangeKey, end: Range['min']): Range['min'] {
  if (empty(end)) return null
  return key === 'date' || !Number.isFinite(Number(end)) ? String(end) : Number(end)
}

/**
 * Gives a filter the one form in which it is kept and compared: keys in the order of the specification, every id
 * once and sorted, measures as numbers (specification section 5), open ends as null.
 */
export function keptFilter(filter: ReportFilter): ReportFilter {
  const kept: ReportFilter = {}
  for (const key of filterKeys) {
    if (isRangeKey(key)) {
      const range = filter[key]
      if (range) kept[key] = { min: keptEnd(key, range.min), max: keptEnd(key, range.max) }
    } else {
      const ids = filter[key]
      if (ids) kept[key] = [...new Set(ids)].sort()
    }
  }
  return kept
}
