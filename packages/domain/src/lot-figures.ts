import { type Day, daysBetween } from './dates.ts'
import { deathCount, figureTexts, type KeyFigure } from './key-figures.ts'
import type { LotSummary } from './schemas/lot-summary.ts'
import type { Lot } from './schemas/lots.ts'
import { wilsonInterval } from './statistics.ts'

/** Texts of a lot's figures that its screen and its PDF share. */
export const lotTexts = {
  curve: figureTexts.trend.title,
  causes: figureTexts.causes.title,
  causesHint: 'By the diagnosis of the veterinarian.',
  treatments: 'What were they treated with?',
  treatmentsHint: 'Dead animals that received it, and the days from the last treatment to the death.',
  noTreatments: 'No treatments were entered.',
  animals: 'Its animals',
  treated: 'Treatment recorded',
  daysOnFeed: figureTexts.feed.title,
  usual: 'Usual',
  usualRange: 'Usual range',
  cause: figureTexts.causes.cause,
  treatment: 'Treatment',
  animalCount: 'Animals',
  medianDays: 'Days to death (median)',
  ticket: 'Ticket',
  animal: 'Animal',
  died: 'Died',
  noTag: 'Without a tag',
  more: (what: string) => `More than usual: ${what}`,
} as const

/** Describes the list of the lot's animals. */
export function animalsHint({ animals, totals: { deaths } }: Pick<LotSummary, 'animals' | 'totals'>): string {
  if (deaths === 0) return figureTexts.none
  return animals.length < deaths
    ? `The last ${animals.length} of ${deathCount(deaths)}, the last first.`
    : 'The last death first.'
}

/** A lot in one line: `arrived November 2nd 2026, 240 head in`. */
export const describeLot = (lot: Lot, formatDay: (day: Day) => string): string =>
  [
    lot.arrived_at ? `Arrived ${formatDay(lot.arrived_at)}` : 'Arrival unknown',
    lot.head_in === null ? 'unknown head' : `${lot.head_in} head in`,
    lot.sex,
    lot.arrival_weight !== null && `${lot.arrival_weight} kg on arrival`,
    lot.source && `from ${lot.source}`,
    lot.closed_at && `closed ${formatDay(lot.closed_at)}`,
  ]
    .filter(Boolean)
    .join(', ')

/** Deaths and their share of the arrived head. */
export function diedFigure({ lot: { head_in }, totals: { deaths } }: Pick<LotSummary, 'lot' | 'totals'>): KeyFigure {
  const figure = { label: figureTexts.deaths, value: String(deaths) }
  if (!head_in) return { ...figure, hint: figureTexts.headUnknown }
  if (deaths > head_in) return { ...figure, hint: `of ${head_in} head in` }
  const percent = (share: number) => (share * 100).toFixed(1)
  const { low, high } = wilsonInterval(deaths, head_in)
  const hint = `${percent(deaths / head_in)} % of ${head_in} head in (95 % interval ${percent(low)} to ${percent(high)} %)`
  return { ...figure, hint }
}

/** Describes the curve of deaths, or why it is missing. */
export function curveHint({ lot, usual, usual_lots }: LotSummary): string {
  if (lot.arrived_at === null) return 'The arrival of the lot is unknown, and therefore the days on feed.'
  if (!lot.head_in) return 'Deaths by days on feed. The usual range is unknown without the head that arrived.'
  return usual.length === 0
    ? 'Deaths by days on feed. There are too few other lots for a usual range.'
    : `Deaths by days on feed. The band is usual for ${lot.head_in} head, by ${usual_lots} other lots.`
}

/** The usual range is shown up to this many days after the lot's last day. */
const usualDaysAhead = 28

/** The curve of deaths until the last day, and the usual range until some weeks later. */
export function lotCurve({ lot, totals, curve, usual }: LotSummary) {
  const days = lot.arrived_at === null ? 0 : Math.max(0, daysBetween(lot.arrived_at, totals.to))
  const counted = [{ days_on_feed: 0, deaths: 0 }, ...curve.filter(({ days_on_feed }) => days_on_feed > 0)]
  const atArrival = curve.find(({ days_on_feed }) => days_on_feed === 0)
  if (atArrival) counted.splice(1, 0, atArrival)
  const points = [
    ...counted,
    { days_on_feed: Math.max(days, counted.at(-1)?.days_on_feed ?? 0), deaths: totals.deaths },
  ]
  const none = { days_on_feed: 0, deaths: 0, low: 0, high: 0 }
  const shown = usual.filter(({ days_on_feed }) => days_on_feed <= days + usualDaysAhead)
  return { points, usual: shown.length === 0 ? [] : [none, ...shown] }
}

/** The last point of the curve, and the usual range of its week; null if other lots have no data for it. */
function lastWeek(summary: LotSummary) {
  const { points, usual } = lotCurve(summary)
  const last = points.at(-1) ?? { days_on_feed: 0, deaths: 0 }
  const week = usual.find(({ days_on_feed }) => days_on_feed > 0 && days_on_feed >= last.days_on_feed)
  return { last, week: week ?? null }
}

/** The curve in text. */
export function describeCurve(summary: LotSummary): string {
  const { last, week } = lastWeek(summary)
  const text = `${deathCount(last.deaths)} until day ${last.days_on_feed} on feed`
  return week ? `${text}, ${week.low} to ${week.high} are usual until day ${week.days_on_feed}.` : `${text}.`
}

/** Whether the deaths exceed the usual range of the week. */
export function isMoreThanUsual(summary: LotSummary): boolean {
  const { last, week } = lastWeek(summary)
  return week !== null && last.deaths > week.high
}

/** The table of the curve: each day with deaths, and the usual range of its week. */
export function curveRows(summary: LotSummary): (string | number | null)[][] {
  return summary.curve.map(({ days_on_feed, deaths }) => {
    const usual = summary.usual.find((week) => week.days_on_feed > days_on_feed)
    return [
      days_on_feed,
      deaths,
      usual ? usual.deaths.toFixed(1) : null,
      usual ? `${usual.low} to ${usual.high}` : null,
    ]
  })
}
