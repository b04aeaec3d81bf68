import { useQuery } from '@tanstack/react-query'
import { addDays, type Day } from '@chisholm/domain/dates'
import type { Planner } from '@chisholm/domain/schemas/planner'
import { today } from '../../api/cached-provider.ts'
import { hasAnswered } from '../../ui/states.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { plannerQuery, weekQuery } from './planner-queries.ts'
import { daysOfView, type PlannerView, weekFromToday, withDaysAhead } from './planner-view.ts'

/**
 * The days that are shown, with their visits. On a phone the current week has at least seven days from today on, as soon
 * as those of the next week are loaded. On a wide screen it begins with today at a weekend.
 */
export function useShownPlanner(view: PlannerView, day: Day) {
  const period = daysOfView(view, day)
  const isWide = useIsWide()
  const fromToday = isWide && view === 'week' ? weekFromToday(day, today()) : null
  const listed = fromToday ?? (!isWide && view === 'week' ? withDaysAhead(period, today()) : period)
  const hasDaysAhead = listed.some((one) => !period.includes(one))
  const last = period.at(-1) ?? day
  const query = useQuery(plannerQuery(period[0] ?? day, last))
  // each week has its own query, which the plans of its days use, too
  const next = useQuery({ ...weekQuery(addDays(last, 1)), enabled: hasDaysAhead })
  /** The same before the next week is loaded, so that the heading does not move the board. */
  const daysOfHeading = next.data || !hasAnswered(next) ? listed : period
  return {
    query,
    planner: query.data && (hasDaysAhead ? joined(query.data, next.data) : query.data),
    days: fromToday ? daysOfHeading : next.data ? listed : period,
    daysOfHeading,
  }
}

/** Two weeks. A visit that is being moved may be in both. */
function joined(week: Planner, next: Planner | undefined): Planner {
  if (!next) return week
  return {
    ...week,
    visits: unique([...week.visits, ...next.visits]),
    absences: unique([...week.absences, ...next.absences]),
    clashes: [...week.clashes, ...next.clashes],
    sites: unique([...week.sites, ...next.sites]),
  }
}

const unique = <T extends { id: string }>(records: readonly T[]): T[] => [
  ...new Map(records.map((record) => [record.id, record])).values(),
]
