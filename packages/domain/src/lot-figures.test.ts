import { expect, test } from 'vitest'
import {
  animalsHint,
  curveHint,
  curveRows,
  describeCurve,
  describeLot,
  diedFigure,
  isMoreThanUsual,
  lotCurve,
} from './lot-figures.ts'
import type { LotSummary } from './schemas/lot-summary.ts'

const id = '01990000-0000-7000-8000-000000000001'
const lot = { id, site_id: id, name: 'F26-088', arrived_at: '2026-11-01', head_in: 200, source: null, sex: null }
const rates = { examined: 0, head_days: null, head_known: 0, per_1000_head_month: null }
const usual = [1, 2, 3].map((week) => ({ days_on_feed: week * 7, deaths: week, low: 0, high: week + 2 }))
const summaryOf = (curve: LotSummary['curve'], to: string): LotSummary => ({
  lot: { ...lot, arrival_weight: null, closed_at: null, other_names: [] },
  site: { id, name: 'Prairie Feeders - North Yard' },
  totals: { ...rates, from: '2026-11-01', to, deaths: curve.at(-1)?.deaths ?? 0 },
  treated: 0,
  curve,
  usual,
  usual_lots: 4,
  causes: [],
  treatments: [],
  animals: [],
})

test('a lot has more deaths than usual if it exceeds the range of other lots at the end of the week', () => {
  const curve = [
    { days_on_feed: 2, deaths: 1 },
    { days_on_feed: 9, deaths: 4 },
  ]
  const inRange = summaryOf(curve, '2026-11-11')
  expect(describeCurve(inRange)).toBe('4 deaths until day 10 on feed, 0 to 4 are usual until day 14.')
  expect(isMoreThanUsual(inRange)).toBe(false)
  const more = summaryOf([...curve, { days_on_feed: 10, deaths: 5 }], '2026-11-11')
  expect(isMoreThanUsual(more)).toBe(true)
  // other lots have no data beyond three weeks
  const later = summaryOf([{ days_on_feed: 9, deaths: 40 }], '2026-12-01')
  expect([isMoreThanUsual(later), describeCurve(later)]).toEqual([false, '40 deaths until day 30 on feed.'])
})

test('the curve begins at zero, continues until the last day, and its rows have the usual range of their week', () => {
  const summary = summaryOf([{ days_on_feed: 7, deaths: 2 }], '2026-11-11')
  const { points, usual: shown } = lotCurve(summary)
  expect(points).toEqual([
    { days_on_feed: 0, deaths: 0 },
    { days_on_feed: 7, deaths: 2 },
    { days_on_feed: 10, deaths: 2 },
  ])
  expect(shown.map(({ days_on_feed }) => days_on_feed)).toEqual([0, 7, 14, 21])
  expect(curveRows(summary)).toEqual([[7, 2, '2.0', '0 to 4']])
})

test('unknown figures are shown as unknown', () => {
  const summary = summaryOf([], '2026-11-11')
  expect(diedFigure(summary).hint).toBe('0.0 % of 200 head in (95 % interval 0.0 to 1.9 %)')
  const unknown = { ...summary, lot: { ...summary.lot, head_in: null }, usual: [] }
  expect([diedFigure(unknown).hint, curveHint(unknown)]).toEqual([
    'Unknown head',
    'Deaths by days on feed. The usual range is unknown without the head that arrived.',
  ])
  expect(curveHint({ ...summary, lot: { ...summary.lot, arrived_at: null } })).toContain(
    'arrival of the lot is unknown',
  )
})

test.each([
  [0, 0, 'No deaths in this period.'],
  [1, 1, 'The last death first.'],
  [2, 3, 'The last 2 of 3 deaths, the last first.'],
])('the list with %d of %d deaths says what it shows', (shown, deaths, hint) => {
  const { totals } = summaryOf([{ days_on_feed: 2, deaths }], '2026-11-11')
  // only their number counts
  const animals = Array.from<never>({ length: shown })
  expect(animalsHint({ animals, totals })).toBe(hint)
})

test('a lot is described by what is known about it', () => {
  const known = { ...summaryOf([], '2026-11-11').lot }
  const formatDay = (day: string) => `on ${day}`
  expect(describeLot(known, formatDay)).toBe('Arrived on 2026-11-01, 200 head in')
  expect(describeLot({ ...known, arrived_at: null, head_in: null }, formatDay)).toBe('Arrival unknown, unknown head')
  expect(
    describeLot(
      { ...known, head_in: 0, sex: 'steers', arrival_weight: 0, source: 'Bar X', closed_at: '2026-11-20' },
      formatDay,
    ),
  ).toBe('Arrived on 2026-11-01, 0 head in, steers, 0 kg on arrival, from Bar X, closed on 2026-11-20')
})

test('deaths are a share of the arrived head, unless more died than arrived', () => {
  const ofHead = (deaths: number, head_in: number) => {
    const summary = summaryOf([{ days_on_feed: 2, deaths }], '2026-11-11')
    return diedFigure({ ...summary, lot: { ...summary.lot, head_in } })
  }
  expect(ofHead(50, 200)).toMatchObject({ value: '50', hint: expect.stringMatching(/^25\.0 % of 200 head in \(95 %/) })
  expect(ofHead(3, 3).hint).toMatch(/^100\.0 % of 3 head in/)
  expect(ofHead(4, 3).hint).toBe('of 3 head in')
  expect(ofHead(4, 0).hint).toBe('Unknown head')
})

test('the curve says how many other lots the usual range is from, or that there are too few', () => {
  const summary = summaryOf([], '2026-11-11')
  expect(curveHint(summary)).toBe('Deaths by days on feed. The band is usual for 200 head, by 4 other lots.')
  expect(curveHint({ ...summary, usual: usual.slice(0, 1) })).toContain('The band is usual')
  expect(curveHint({ ...summary, usual: [] })).toContain('too few other lots')
})

test('deaths at arrival follow the zero at which the curve begins', () => {
  const curve = [
    { days_on_feed: 0, deaths: 2 },
    { days_on_feed: 1, deaths: 3 },
  ]
  expect(lotCurve(summaryOf(curve, '2026-11-01')).points).toEqual([{ days_on_feed: 0, deaths: 0 }, ...curve, curve[1]])
})

test('the curve of a lot that arrived later, or at an unknown time, ends at its last death', () => {
  const summary = summaryOf([{ days_on_feed: 5, deaths: 2 }], '2026-10-20')
  expect(lotCurve(summary).points.at(-1)).toEqual({ days_on_feed: 5, deaths: 2 })
  const unknown = { ...summary, lot: { ...summary.lot, arrived_at: null } }
  expect(lotCurve(unknown).points.at(-1)).toEqual({ days_on_feed: 5, deaths: 2 })
  expect(lotCurve({ ...unknown, curve: [] }).points).toEqual([
    { days_on_feed: 0, deaths: 0 },
    { days_on_feed: 0, deaths: 2 },
  ])
})

test('the usual range begins at zero and is shown up to four weeks ahead', () => {
  const weeks = Array.from({ length: 8 }, (_, week) => ({ days_on_feed: week * 7, deaths: 1, low: 0, high: 2 })).slice(
    1,
  )
  const shown = lotCurve({ ...summaryOf([], '2026-11-01'), usual: weeks }).usual
  expect(shown[0]).toEqual({ days_on_feed: 0, deaths: 0, low: 0, high: 0 })
  expect(shown.map(({ days_on_feed }) => days_on_feed)).toEqual([0, 7, 14, 21, 28])
  expect(lotCurve({ ...summaryOf([], '2026-11-01'), usual: [] }).usual).toEqual([])
})

test('on the last day of a week its own range counts, on the first day of the lot that of its first week', () => {
  const onDay = (days: number, deaths: number) => summaryOf([{ days_on_feed: days, deaths }], `2026-11-0${days + 1}`)
  expect(describeCurve(onDay(7, 3))).toBe('3 deaths until day 7 on feed, 0 to 3 are usual until day 7.')
  expect(describeCurve(onDay(8, 1))).toBe('1 death until day 8 on feed, 0 to 4 are usual until day 14.')
  expect(describeCurve(onDay(0, 1))).toBe('1 death until day 0 on feed, 0 to 3 are usual until day 7.')
  expect([isMoreThanUsual(onDay(7, 3)), isMoreThanUsual(onDay(7, 4))]).toEqual([false, true])
})
