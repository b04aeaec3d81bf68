import { deathCount, figureTexts } from '@chisholm/domain/key-figures'
import type { MortalityRow, TurnaroundRow } from '@chisholm/domain/schemas'
import type { ReportPeriod } from '@chisholm/domain/scheduled-reports'
import type { Interval } from '@chisholm/domain/statistics'
import type { FigureSection } from '../../pdf/figures-content.ts'

/** Maximum number of rows of a section; the rest is summarised in one line. */
const maxRows = 12

const rateOf = ({ per_1000_head_month: rate }: MortalityRow) => rate?.toFixed(2) ?? null
const described = (rows: { label: string; deaths: number }[]) =>
  rows.map(({ label, deaths }) => `${label}: ${deaths}`).join(', ')

/** Deaths by week or month, with the usual range as a band. */
export function trendSection(every: ReportPeriod, rows: MortalityRow[], range: Interval | null): FigureSection {
  const usual = range
    ? `Usual: ${range.low} to ${range.high}, by the year before.`
    : 'Nothing is known of the year before.'
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
      rows: rows.map((row) => [row.label, row.deaths, row.examined, rateOf(row)]),
    },
  }
}

/** Deaths by system, compared with the previous period. */
export function causeSection(rows: MortalityRow[], before: MortalityRow[]): FigureSection {
  const countBefore = new Map(before.map(({ key, deaths }) => [key, deaths]))
  const shown = rows.map((row) => ({ ...row, before: countBefore.get(row.key) ?? 0 }))
  return {
    title: 'What is it?',
    hint: shown.length === 0 ? figureTexts.none : 'By the system of the diagnosis. The line is the period before.',
    chart: barsOf(
      shown.map((row) => ({ ...row, value: row.deaths })),
      'Deaths by cause',
    ),
    table: {
      head: ['Cause', figureTexts.deaths, 'Period before', figureTexts.rate],
      rows: shown.map((row) => [row.label, row.deaths, row.before, rateOf(row)]),
    },
  }
}

/** Deaths by site or lot, highest first. */
export function siteOrLotSection(title: string, column: string, all: MortalityRow[]): FigureSection {
  const dying = all.filter(({ deaths }) => deaths > 0)
  const [rows, others] = [dying.slice(0, maxRows), dying.slice(maxRows)]
  const left = others.reduce((sum, { deaths }) => sum + deaths, 0)
  return {
    title,
    hint:
      rows.length === 0
        ? figureTexts.none
        : left > 0
          ? `The others have ${deathCount(left)}.`
          : 'The most deaths first.',
    chart: barsOf(
      rows.map((row) => ({ ...row, value: row.deaths, before: null })),
      title,
    ),
    table: {
      head: [column, figureTexts.deaths, figureTexts.examined, figureTexts.rate],
      rows: rows.map((row) => [row.label, row.deaths, row.examined, rateOf(row)]),
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
    chart: barsOf(
      rows.map((row) => ({ ...row, value: row.deaths, before: null })),
      'Deaths by days on feed',
    ),
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

type LyingBar = { label: string; value: number; before: number | null }

const barsOf = (rows: LyingBar[], what: string): FigureSection['chart'] =>
  rows.length === 0
    ? null
    : {
        kind: 'rows',
        rows: rows.map(({ label, value, before }) => ({ label, value, before })),
        alt: `Bars. ${what}: ${rows.map(({ label, value }) => `${label}: ${value}`).join(', ')}`,
      }
