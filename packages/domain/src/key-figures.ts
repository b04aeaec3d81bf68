import { headKnownMin, ratePer1000HeadMonth } from './mortality.ts'
import { plural } from './plural.ts'
import type { ReportPeriod } from './scheduled-reports.ts'
import type { Agreement, MortalityRow, MortalityTotals, TurnaroundRow } from './schemas/insight.ts'
import { describeKappa, type Interval, poissonInterval, wilsonInterval } from './statistics.ts'

/** A figure of a period with its uncertainty. */
export interface KeyFigure {
  label: string
  value: string
  hint: string
}

/** `1 death`, `12 deaths`. */
export const deathCount = (count: number): string => plural(count, '1 death', `${count} deaths`)

/** Texts that screens and documents of figures share. */
export const figureTexts = {
  deaths: 'Deaths',
  rate: 'Per 1,000 head a month',
  examined: 'Examined',
  headUnknown: 'Unknown head',
  comingIn: 'The last 7 days are incomplete: deaths are often entered later.',
  none: 'No deaths in this period.',
  /** @param when  like `in the week of Nov 16` */
  moreThanUsual: (deaths: number, when: string, low: number, high: number) =>
    `More than usual: ${deathCount(deaths)} ${when}, where ${low} to ${high} are expected.`,
  trend: { title: 'Is it more than usual?', week: 'Week of', month: 'Month' },
  causes: {
    title: 'What is it?',
    hint: 'By the system of the diagnosis. The line is the period before.',
    cause: 'Cause',
    before: 'Period before',
  },
  feed: { title: 'Days on feed', hint: 'From the arrival to the death.' },
  turnaround: {
    title: 'How well do we work?',
    hint: 'Hours from sending a ticket: half are within the first number, 9 of 10 within the second.',
    none: 'No tickets were sent in this period.',
    site: 'Site',
    tickets: 'Tickets',
    toVisit: 'To the visit',
    toReport: 'To the report',
  },
} as const

/**
 * Describes the bars of deaths and their usual range.
 * @param range  result of `usualRange` for the year before; null: it has too few records
 */
export const describeTrend = (every: ReportPeriod, range: Interval | null): string =>
  range
    ? `Deaths a ${every}. Usual: ${range.low} to ${range.high}, by the year before.`
    : `Deaths a ${every}. There is less than half a year of earlier records, so no usual range is shown.`

/** Hours in which half and nine tenths of the tickets were done; null if none was. */
export const describeHours = ({ p50, p90 }: TurnaroundRow['to_completed_hours']): string | null =>
  p50 === null || p90 === null ? null : `${p50.toFixed(0)} h (9 of 10 within ${p90.toFixed(0)} h)`

/** Deaths of a period, compared with those of the previous period. */
export function deathsFigure(deaths: number, before: number): KeyFigure {
  const change = deaths - before
  const hint =
    change === 0
      ? 'as in the period before'
      : `${Math.abs(change)} ${change > 0 ? 'more' : 'fewer'} than the period before`
  return { label: figureTexts.deaths, value: String(deaths), hint }
}

const percent = (share: number) => Math.round(share * 100)

/** Whether the head is known for enough days to compute a rate. */
const isRateKnown = (headKnown: number): boolean => headKnown >= headKnownMin

type RowWithRate = Pick<MortalityRow, 'per_1000_head_month' | 'head_known'>

/**
 * The rate of a row of a table; null if the head is known for too few days.
 * @param headKnown  the share of days with known head, of the sites and the period of the table, for rows without their own
 */
export const knownRate = ({ per_1000_head_month: rate, head_known }: RowWithRate, headKnown: number): number | null =>
  isRateKnown(head_known ?? headKnown) ? rate : null

/** The same as text. */
export const rateOfRow = (row: RowWithRate, headKnown: number): string =>
  knownRate(row, headKnown)?.toFixed(2) ?? figureTexts.headUnknown

/** The rate with its exact interval; unknown if the head is known for too few days. */
export function rateFigure(totals: MortalityTotals): KeyFigure {
  const { deaths, per_1000_head_month: rate, head_days, head_known } = totals
  const label = figureTexts.rate
  // rounded down, so that a share below the limit is never displayed as the limit
  const share = Math.floor(head_known * 100)
  if (rate === null || !isRateKnown(head_known))
    return {
      label,
      value: figureTexts.headUnknown,
      hint: `head known for ${share} % of the days; rates need ${percent(headKnownMin)} %`,
    }
  const { low, high } = poissonInterval(deaths)
  const rateOf = (count: number) => (ratePer1000HeadMonth(count, head_days) ?? 0).toFixed(1)
  return {
    label,
    value: rate.toFixed(1),
    hint: `95 % interval ${rateOf(low)} to ${rateOf(high)}`,
  }
}

/** A share with its interval: `61 %`, `11 of 18 (95 % interval 39 to 80 %)`. */
export function shareFigure(label: string, hits: number, n: number, none: string): KeyFigure {
  if (n === 0) return { label, value: '–', hint: none }
  const { low, high } = wilsonInterval(hits, n)
  const hint = `${hits} of ${n} (95 % interval ${percent(low)} to ${percent(high)} %)`
  return { label, value: `${percent(hits / n)} %`, hint }
}

/** The share of the dead animals that a veterinarian examined. */
export const examinedFigure = ({ examined, deaths }: Pick<MortalityTotals, 'examined' | 'deaths'>): KeyFigure =>
  shareFigure(figureTexts.examined, examined, deaths, figureTexts.none)

/** Cohen's kappa of the diagnoses of crew and veterinarian, with its meaning in words. */
export function agreementFigure({ kappa, n }: Pick<Agreement, 'kappa' | 'n'>): KeyFigure {
  const label = 'Crew and vet agree'
  return kappa === null
    ? { label, value: '–', hint: `too few with both diagnoses, n = ${n}` }
    : { label, value: kappa.toFixed(2), hint: `kappa, ${describeKappa(kappa)}, n = ${n}` }
}

type FeedBand = Pick<MortalityRow, 'key'>

const firstDayOf = ({ key }: FeedBand) => (key === null ? Number.MAX_SAFE_INTEGER : Number.parseInt(key, 10))

/** Sorts deaths by days on feed; those whose arrival is unknown come last. */
export const sortFeedBands = <Band extends FeedBand>(bands: readonly Band[]): Band[] =>
  bands.toSorted((one, other) => firstDayOf(one) - firstDayOf(other))
