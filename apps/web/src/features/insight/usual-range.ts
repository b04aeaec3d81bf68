import type { MortalityRow } from '@chisholm/domain/schemas'
import { type Interval, poissonRange } from '@chisholm/domain/statistics'

/** Fewer weeks of records than this tell nothing of what is usual. */
const weeksMin = 26

/**
 * How many deaths a week has with 95 % probability, if it is like those of the year before. Weeks before the first death
 * count as weeks without records, not as weeks without deaths.
 * @returns null when there are records of less than half a year
 */
export function usualRange(year: Pick<MortalityRow, 'deaths'>[]): Interval | null {
  const first = year.findIndex(({ deaths }) => deaths > 0)
  const recorded = first === -1 ? [] : year.slice(first)
  if (recorded.length < weeksMin) return null
  return poissonRange(recorded.reduce((sum, { deaths }) => sum + deaths, 0) / recorded.length)
}
