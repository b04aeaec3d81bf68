import { expect, test } from 'vitest'
import { curveHint, curveRows, describeCurve, diedFigure, isMoreThanUsual, lotCurve } from './lot-figures.ts'
import type { LotSummary } from './schemas.ts'

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
