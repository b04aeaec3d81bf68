import { addDays, type Day } from '@chisholm/domain/dates'

/** A month or a year for which sums are stored. */
export interface SumPeriod {
  grain: 'month' | 'year'
  start: Day
}

interface Period {
  from: Day
  to: Day
}

/** The first and last day of the complete months of a period, if there are any. */
export function wholeMonths({ from, to }: Period): Period | null {
  const first = from.endsWith('-01') ? from : nextMonth(from)
  const last = addDays(`${addDays(to, 1).slice(0, 7)}-01`, -1)
  return first <= last ? { from: first, to: last } : null
}

/** The fewest stored periods that cover these months. */
export function sumPeriods(months: Period, onlyMonths = false): SumPeriod[] {
  const periods: SumPeriod[] = []
  for (let start = months.from; start <= months.to; ) {
    const isYear = !onlyMonths && start.slice(5) === '01-01' && `${start.slice(0, 4)}-12-31` <= months.to
    periods.push({ grain: isYear ? 'year' : 'month', start })
    start = isYear ? addDays(`${start.slice(0, 4)}-12-31`, 1) : nextMonth(start)
  }
  return periods
}

const nextMonth = (day: Day): Day => `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`
