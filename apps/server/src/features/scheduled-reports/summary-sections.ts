import { deathCount, figureTexts, rateOfRow } from '@chisholm/domain/key-figures'
import type { MortalityRow, MortalityTotals, TurnaroundRow } from '@chisholm/domain/schemas'
import type { ReportPeriod } from '@chisholm/domain/scheduled-reports'
import type { Interval } from '@chisholm/domain/statistics'
import { type FigureSection, horizontalBars } from '../../pdf/figures-content.ts'

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
  const usual = range
    ? `Usual: ${range.low} to ${range.high}, by the year before.`
    : 'There are no records of the year before.'
  const labelOf = ({ label }: MortalityRow) => (every === 'week' ? label : `${label.slice(0, 3)} ${label.slice(-2)}`)
  return {
    title: 'Is it more than usual?',
    hint: `Deaths a ${every}. ${usual}`,
    chart: {
      kind: 'bars',
      band: range,
      bars: rows.map((row) => ({
        label: labelOf(row),
        value: row.deaths,
        more: range !== null && row.deaths > range.high,
      })),
      alt: `Bars of deaths a ${every}: ${described(rows)}. ${usual}`,
    },
    table: {
      head: [every === 'week' ? 'Week of' : 'Month', figureTexts.deaths, figureTexts.examined, figureTexts.rate],
      rows: rows.map((row) => [row.label, row.deaths, row.examined, rateOfRow(row, meta.head_known)]),
    },
  }
}

/** Deaths by system, compared with the previous period. */
export function causeSection({ data: rows, meta }: Counted, before: MortalityRow[]): FigureSection {
  const countBefore = new Map(before.map(({ key, deaths }) => [key, deaths]))
  const shown = rows.map((row) => ({ ...row, before: countBefore.get(row.key) ?? 0 }))
  return {
    title: 'What is it?',
    hint: shown.length === 0 ? figureTexts.none : 'By the system of the diagnosis. The line is the period before.',
    chart: horizontalBars(
      'Deaths by cause',
      shown.map(({ label, deaths, before }) => ({ label, value: deaths, before })),
    ),
    table: {
      head: ['Cause', figureTexts.deaths, 'Period before', figureTexts.rate],
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
      rows: rows.map((row) => [row.label, row.deaths, row.examined, rateOfRow(row, row.head_known ?? 1)]),
    },
  }
}

/** Deaths by days on feed. */
export function feedSection(bands: MortalityRow[]): FigureSection {
  const first = ({ key }: MortalityRow) => Number.parseInt(key ?? '999', 10)
  const rows = bands.toSorted((one, other) => first(one) - first(other))
  return {
    title: 'When? By days on feed',
    hint: rows.length === 0 ? figureTexts.none : 'From the arrival to the death.',
    chart: horizontalBars('Deaths by days on feed', rows.map(toBar)),
    table: {
      head: ['Days on feed', figureTexts.deaths, figureTexts.examined],
      rows: rows.map((row) => [row.label, row.deaths, row.examined]),
    },
  }
}

const hoursOf = ({ p50, p90 }: TurnaroundRow['to_completed_hours']) =>
  p50 === null || p90 === null ? null : `${p50.toFixed(0)} h (9 of 10 within ${p90.toFixed(0)} h)`

/** Waiting times of tickets by site. */
export const turnaroundSection = (rows: TurnaroundRow[]): FigureSection => ({
  title: 'How well do we work?',
  hint:
    rows.length === 0
      ? 'No tickets were sent in this period.'
      : `Hours from sending a ticket: half are within the first number, 9 of 10 within the second.${
          rows.length > maxRows ? ` The ${maxRows} of ${rows.length} sites with the most tickets.` : ''
        }`,
  chart: null,
  table: {
    head: ['Site', 'Tickets', 'To the visit', 'To the report'],
    rows: rows
      .toSorted((one, other) => other.n - one.n)
      .slice(0, maxRows)
      .map((row) => [row.label, row.n, hoursOf(row.to_scheduled_hours), hoursOf(row.to_completed_hours)]),
  },
})
