import {
  deathCount,
  describeHours,
  describeTrend,
  figureTexts,
  rateOfRow,
  sortFeedBands,
} from '@chisholm/domain/key-figures'
import type { MortalityRow, MortalityTotals, TurnaroundRow } from '@chisholm/domain/schemas/insight'
import type { ReportPeriod } from '@chisholm/domain/scheduled-reports'
import type { Interval } from '@chisholm/domain/statistics'
import { type FigureSection, horizontalBars } from '../../pdf/figures-content.ts'

const { causes, turnaround } = figureTexts

/** Maximum number of rows of a section; the rest is summarised in one line. */
const maxRows = 12

const toBar = ({ label, deaths }: MortalityRow) => ({ label, value: deaths, before: null })
const described = (rows: { label: string; deaths: number }[]) =>
  rows.map(({ label, deaths }) => `${label}: ${deaths}`).join(', ')

interface Counted {
  data: MortalityRow[]
  meta: MortalityTotals
}

/** Deaths by week or month, with the usual range as a band. */
export function trendSection(
  every: ReportPeriod,
  { data: rows, meta }: Counted,
  range: Interval | null,
): FigureSection {
  const hint = describeTrend(every, range)
  const labelOf = ({ label }: MortalityRow) => (every === 'week' ? label : `${label.slice(0, 3)} ${label.slice(-2)}`)
  return {
    title: figureTexts.trend.title,
    hint,
    chart: {
      kind: 'bars',
      band: range,
      bars: rows.map((row) => ({
        label: labelOf(row),
        value: row.deaths,
        more: range !== null && row.deaths > range.high,
      })),
      alt: `${hint} Bars: ${described(rows)}.`,
    },
    table: {
      head: [figureTexts.trend[every], figureTexts.deaths, figureTexts.examined, figureTexts.rate],
      rows: rows.map((row) => [row.label, row.deaths, row.examined, rateOfRow(row, meta.head_known)]),
    },
  }
}

/** Deaths by system, compared with the previous period. */
export function causeSection({ data: rows, meta }: Counted, before: MortalityRow[]): FigureSection {
  const countBefore = new Map(before.map(({ key, deaths }) => [key, deaths]))
  const shown = rows.map((row) => ({ ...row, before: countBefore.get(row.key) ?? 0 }))
  return {
    title: causes.title,
    hint: shown.length === 0 ? figureTexts.none : causes.hint,
    chart: horizontalBars(
      'Deaths by cause',
      shown.map(({ label, deaths, before }) => ({ label, value: deaths, before })),
    ),
    table: {
      head: [causes.cause, figureTexts.deaths, causes.before, figureTexts.rate],
      rows: shown.map((row) => [row.label, row.deaths, row.before, rateOfRow(row, meta.head_known)]),
    },
  }
}

/** Deaths by site or lot, highest first. The head of a lot is known for all of its days, or for none. */
export function siteOrLotSection(title: string, column: string, all: MortalityRow[]): FigureSection {
  const withDeaths = all.filter(({ deaths }) => deaths > 0)
  const [rows, others] = [withDeaths.slice(0, maxRows), withDeaths.slice(maxRows)]
  const otherDeaths = others.reduce((sum, { deaths }) => sum + deaths, 0)
  return {
    title,
    hint:
      rows.length === 0
        ? figureTexts.none
        : otherDeaths > 0
          ? `The others have ${deathCount(otherDeaths)}.`
          : 'The most deaths first.',
    chart: horizontalBars(title, rows.map(toBar)),
    table: {
      head: [column, figureTexts.deaths, figureTexts.examined, figureTexts.rate],
      rows: rows.map((row) => [row.label, row.deaths, row.examined, rateOfRow(row, 1)]),
    },
  }
}

/** Deaths by days on feed. */
export function feedSection(bands: MortalityRow[]): FigureSection {
  const rows = sortFeedBands(bands)
  return {
    title: 'When? By days on feed',
    hint: rows.length === 0 ? figureTexts.none : figureTexts.feed.hint,
    chart: horizontalBars('Deaths by days on feed', rows.map(toBar)),
    table: {
      head: [figureTexts.feed.title, figureTexts.deaths, figureTexts.examined],
      rows: rows.map((row) => [row.label, row.deaths, row.examined]),
    },
  }
}

/** Waiting times of tickets by site. */
export const turnaroundSection = (rows: TurnaroundRow[]): FigureSection => ({
  title: turnaround.title,
  hint:
    rows.length === 0
      ? turnaround.none
      : rows.length > maxRows
        ? `${turnaround.hint} The ${maxRows} of ${rows.length} sites with the most tickets.`
        : turnaround.hint,
  chart: null,
  table: {
    head: [turnaround.site, turnaround.tickets, turnaround.toVisit, turnaround.toReport],
    rows: rows
      .toSorted((one, other) => other.n - one.n)
      .slice(0, maxRows)
      .map((row) => [row.label, row.n, describeHours(row.to_scheduled_hours), describeHours(row.to_completed_hours)]),
  },
})
