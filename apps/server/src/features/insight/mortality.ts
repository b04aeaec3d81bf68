import { addDays, type Day, formatMonth, formatShortDay } from '@chisholm/domain/dates'
import { ratePer1000HeadMonth } from '@chisholm/domain/mortality'
import type { MortalityRow, MortalityTotals } from '@chisholm/domain/schemas'
import { isoWeek, mondayOf } from '@chisholm/domain/weeks'
import type { Executor } from '../../database/executor.ts'
import type { InsightScope } from './insight-scope.ts'
import { labelledRows } from './label-mortality.ts'
import { daysIn, shareOfDays } from './share-of-days.ts'
import {
  countMortality,
  type CountedRow,
  isPeriod,
  type MortalityBy,
  type MortalityFigures,
  type Period,
} from './mortality.queries.ts'

/**
 * Deaths of a scope by a key, with the head days of each (decisions.md section 9). Periods are complete and in order;
 * other keys are sorted by deaths, descending.
 */
export async function readMortality(
  ctx: { db: Executor },
  scope: InsightScope,
  by: MortalityBy,
): Promise<{ data: MortalityRow[]; meta: MortalityTotals }> {
  const figures = await countMortality(ctx.db, scope, by)
  const rows = await rowsOf(ctx.db, scope, by, figures)
  const [deaths, examined] = [total(figures, 'deaths'), total(figures, 'examined')]
  const head_known = shareOfDays(figures.known_days, figures.sites * daysIn(scope))
  const totals = { from: scope.from, to: scope.to, deaths, examined, head_days: figures.total_head, head_known }
  return { data: rows.map(withRate), meta: withRate(totals) }
}

function rowsOf(db: Executor, scope: InsightScope, by: MortalityBy, figures: MortalityFigures) {
  if (isPeriod(by)) return periodRows(scope, by, figures)
  return by === 'lot' || by === 'pen' ? figures.rows : labelledRows(db, scope, by, figures)
}

const total = ({ deaths, rows }: MortalityFigures, field: 'deaths' | 'examined') =>
  [...deaths, ...rows].reduce((sum, row) => sum + row[field], 0)

/** Adds the rate to a row. Ten years have thousands of rows, so they are not copied. */
const withRate = <Row extends { deaths: number; head_days: number | null }>(row: Row) =>
  Object.assign(row, { per_1000_head_month: ratePer1000HeadMonth(row.deaths, row.head_days) })

function periodRows({ from, to }: InsightScope, period: Period, { deaths, head }: MortalityFigures): CountedRow[] {
  const countsByDay = new Map(deaths.map((row) => [row.key, row]))
  const headByDay = new Map(head.map((row) => [row.key, row.head_days]))
  const rows: CountedRow[] = []
  for (let day = startOfPeriod(period, from); day <= to; day = nextPeriod(period, day)) {
    const counted = countsByDay.get(day)
    const { key, label } = periodLabels[period](day)
    rows.push({
      key,
      label,
      deaths: counted?.deaths ?? 0,
      examined: counted?.examined ?? 0,
      head_days: headByDay.get(day) ?? null,
    })
  }
  return rows
}

function startOfPeriod(period: Period, day: Day): Day {
  if (period === 'month') return `${day.slice(0, 7)}-01`
  return period === 'day' ? day : mondayOf(day)
}

const nextPeriod = (period: Period, day: Day): Day =>
  period === 'month' ? startOfPeriod('month', addDays(day, 31)) : addDays(day, period === 'day' ? 1 : 7)

const periodLabels: Record<Period, (day: Day) => { key: string; label: string }> = {
  day: (day) => ({ key: day, label: formatShortDay(day) }),
  week: (day) => ({ key: isoWeek(day), label: formatShortDay(day) }),
  month: (day) => ({ key: day.slice(0, 7), label: formatMonth(day) }),
}
