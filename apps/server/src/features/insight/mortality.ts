import { compareNames } from '@chisholm/domain/compare-names'
import { addDays, type Day, formatMonth, formatShortDay } from '@chisholm/domain/dates'
import { ratePer1000HeadMonth } from '@chisholm/domain/mortality'
import type { MortalityRow, MortalityTotals } from '@chisholm/domain/schemas/insight'
import { isoWeek, mondayOf } from '@chisholm/domain/weeks'
import type { Executor } from '../../database/executor.ts'
import type { SiteId } from '../../database/ids.ts'
import type { InsightScope } from './insight-scope.ts'
import { figureName, idsOf, sitesInScope } from './insight-scope.queries.ts'
import { labelledRows } from './label-mortality.ts'
import { countLotsOrPens } from './mortality-of-lots.queries.ts'
import { daysIn, shareOfDays } from './share-of-days.ts'
import {
  countMortality,
  type CountedRow,
  isPeriod,
  type LotOrPen,
  type MortalityBy,
  type MortalityFigures,
  type Period,
} from './mortality.queries.ts'
import type { FigureContext } from '../../database/site-figures.ts'

interface Mortality {
  data: MortalityRow[]
  meta: MortalityTotals
}

/**
 * Deaths of a scope by a key, with the head days of each (decisions.md section 9). Periods are complete and in order;
 * other keys are sorted by deaths, descending.
 */
export async function readMortality(
  ctx: { db: Executor },
  scope: InsightScope,
  by: Exclude<MortalityBy, LotOrPen>,
): Promise<Mortality> {
  const figures = await countMortality(ctx.db, scope, by)
  const rows = isPeriod(by) ? periodRows(scope, by, figures) : await labelledRows(ctx.db, scope, by, figures)
  return { data: rows.map(withRate), meta: totals(scope, figures, sumCounts(figures.deaths)) }
}

/** A row with its JSON: a large practice has tens of thousands, of which few ever change. */
interface RowWithJson {
  row: MortalityRow
  json: string
}

/** Deaths by lot or by pen of each site, sorted by deaths, descending. */
export async function readMortalityOfLotsOrPens(
  ctx: FigureContext,
  scope: InsightScope,
  by: LotOrPen,
): Promise<MortalityRow[]> {
  const sites = await sitesInScope(ctx.db, scope)
  return (await readSortedRows(ctx, scope, by, idsOf(sites))).map(({ row }) => row)
}

/** The same with its totals, as JSON. @returns the rows, separated by commas */
export async function readMortalityOfLotsOrPensAsJson(
  ctx: FigureContext,
  scope: InsightScope,
  by: LotOrPen,
): Promise<{ data: string; meta: MortalityTotals }> {
  const sites = idsOf(await sitesInScope(ctx.db, scope))
  const { data, counts } = await ctx.siteFigures.readTogether(ctx.db, sites, {
    name: figureName(scope, 'JSON of mortality', by),
    compute: async () => {
      const rows = await readSortedRows(ctx, scope, by, sites)
      return { data: rows.map(({ json }) => json).join(','), counts: sumCounts(rows.map(({ row }) => row)) }
    },
    bytesOf: ({ data }) => data.length,
  })
  return { data, meta: totals(scope, await countMortality(ctx.db, scope, by), counts) }
}

async function readSortedRows(
  { db, siteFigures }: FigureContext,
  scope: InsightScope,
  by: LotOrPen,
  sites: SiteId[],
): Promise<RowWithJson[]> {
  const rowsBySite = await siteFigures.read<RowWithJson[]>(db, sites, {
    name: figureName(scope, 'mortality', by),
    compute: async (changed) => {
      const isAll = changed.length === sites.length
      const counted = await countLotsOrPens(db, isAll ? scope : { ...scope, among: changed }, by)
      const rows = counted.map(withRate).map((row) => ({ row, json: JSON.stringify(row) }))
      return Map.groupBy(rows, ({ row }) => row.site_id)
    },
    bytesOf: (rows) => rows.length * 500,
  })
  return [...rowsBySite.values()]
    .flat()
    .sort(({ row: one }, { row: other }) => other.deaths - one.deaths || compareNames(one.label, other.label))
}

interface Counts {
  deaths: number
  examined: number
}
const sumCounts = (rows: readonly Counts[]): Counts => ({
  deaths: rows.reduce((sum, { deaths }) => sum + deaths, 0),
  examined: rows.reduce((sum, { examined }) => sum + examined, 0),
})

function totals({ from, to }: InsightScope, figures: MortalityFigures, counts: Counts): MortalityTotals {
  const head_known = shareOfDays(figures.known_days, figures.sites * daysIn({ from, to }))
  return withRate({ from, to, ...counts, head_days: figures.total_head, head_known })
}

/** Adds the rate to a row. Ten years have thousands of rows, so they are not copied. */
const withRate = <Row extends { deaths: number; head_days: number | null }>(row: Row) =>
  Object.assign(row, { per_1000_head_month: ratePer1000HeadMonth(row.deaths, row.head_days) })

function periodRows(
  { from, to }: InsightScope,
  period: Period,
  { deaths, head, sites }: MortalityFigures,
): CountedRow[] {
  const countsByDay = new Map(deaths.map((row) => [row.key, row]))
  const headByDay = new Map(head.map((row) => [row.key, row]))
  const rows: CountedRow[] = []
  for (let day = startOfPeriod(period, from); day <= to; day = nextPeriod(period, day)) {
    const counted = countsByDay.get(day)
    const known = headByDay.get(day)
    const lastDay = addDays(nextPeriod(period, day), -1)
    const days = daysIn({ from: day < from ? from : day, to: lastDay > to ? to : lastDay })
    const { key, label } = periodLabels[period](day)
    rows.push({
      key,
      label,
      deaths: counted?.deaths ?? 0,
      examined: counted?.examined ?? 0,
      head_days: known?.head_days ?? null,
      head_known: shareOfDays(known?.known_days ?? 0, sites * days),
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
