import { type Interval, poissonRange } from './statistics.ts'

/** The minimum share of days with known head for a rate. */
export const headKnownMin = 0.8

/** Deaths per 1,000 head and month of 365.25 / 12 days; null if the head is unknown or zero. */
export const ratePer1000HeadMonth = (deaths: number, headDays: number | null): number | null =>
  headDays ? (deaths / headDays) * 1000 * (365.25 / 12) : null

/**
 * The 95 % range of deaths in a period, given the previous periods. Periods before the first death count as having no
 * records, not as having no deaths.
 * @returns null when fewer than half of the periods have records
 */
export function usualRange(before: readonly { deaths: number }[]): Interval | null {
  const first = before.findIndex(({ deaths }) => deaths > 0)
  const recorded = first === -1 ? [] : before.slice(first)
  if (recorded.length === 0 || recorded.length < before.length / 2) return null
  return poissonRange(recorded.reduce((sum, { deaths }) => sum + deaths, 0) / recorded.length)
}
