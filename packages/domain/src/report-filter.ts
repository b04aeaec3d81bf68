import { isDay } from './dates.ts'
import { texts } from './texts.ts'

/** Keys of a saved report's filter (specification 3): those that choose from a list, and those with a range. */
export const choiceKeys = ['tagColor', 'group', 'breed', 'animalColor'] as const
export const rangeKeys = ['temperature', 'weight', 'date'] as const

export interface Range {
  min: string | number | null
  max: string | number | null
}

/** A filter as it is kept: ids of list entries, and ranges in °C, kg and days. */
export type ReportFilter = Partial<
  Record<(typeof choiceKeys)[number], string[]> & Record<(typeof rangeKeys)[number], Range>
>

const empty = (value: unknown) => value === null || value === undefined || value === ''

/**
 * Checks a range by the rules of specification section 5: one end at least, in order, days up to 2100-12-31.
 * @returns the text to show, or null when it is fine
 */
export function rangeMistake(key: (typeof rangeKeys)[number], { min, max }: Range): string | null {
  if (empty(min) && empty(max)) return texts.validation.rangeRequired
  const ends = [min, max].filter((end) => !empty(end))
  const fits = (end: unknown) =>
    key === 'date' ? isDay(String(end)) && String(end) <= '2100-12-31' : Number.isFinite(Number(end))
  if (!ends.every(fits)) return texts.validation.rangeInvalid
  if (ends.length < 2) return null
  const inOrder = key === 'date' ? String(min) <= String(max) : Number(min) <= Number(max)
  return inOrder ? null : texts.validation.rangeInvalid
}
