import { expect, test } from 'vitest'
import {
  agreementFigure,
  deathsFigure,
  describeHours,
  describeTrend,
  examinedFigure,
  rateFigure,
  rateOfRow,
  sortFeedBands,
} from './key-figures.ts'
import { ratePer1000HeadMonth } from './mortality.ts'

// 95 % limits of a Poisson mean by Garwood (1936): none 0 to 3.69, ten 4.80 to 18.39
test.each([
  [0, '0.0', '95 % interval 0.0 to 3.7'],
  [10, '10.0', '95 % interval 4.8 to 18.4'],
])('the rate of %i deaths in 1,000 head and a month is %s, %s', (deaths, value, hint) => {
  const head_days = (1000 * 365.25) / 12
  const totals = { deaths, examined: 0, head_days, head_known: 1, from: '2026-11-01', to: '2026-11-30' } as const
  const figure = rateFigure({ ...totals, per_1000_head_month: ratePer1000HeadMonth(deaths, head_days) })
  expect([figure.value, figure.hint]).toEqual([value, hint])
})

test('a table has rates where the head is known for at least 80 % of the days, and says where it is unknown', () => {
  expect(rateOfRow({ per_1000_head_month: 2.345 }, 0.8)).toBe('2.35')
  expect(rateOfRow({ per_1000_head_month: 0 }, 1)).toBe('0.00')
  // the share of the row counts, if it has its own
  expect(rateOfRow({ per_1000_head_month: 182.63, head_known: 0.1429 }, 1)).toBe('Unknown head')
  expect(rateOfRow({ per_1000_head_month: 1.64, head_known: 0.85 }, 0.2)).toBe('1.64')
  expect(rateOfRow({ per_1000_head_month: 2.345 }, 0.7999)).toBe('Unknown head')
  expect(rateOfRow({ per_1000_head_month: null }, 1)).toBe('Unknown head')
})

test.each([
  [5, 3, '2 more than the period before'],
  [4, 3, '1 more than the period before'],
  [3, 3, 'as in the period before'],
  [2, 3, '1 fewer than the period before'],
])('%d deaths after %d are %s', (deaths, before, hint) => {
  expect(deathsFigure(deaths, before)).toEqual({ label: 'Deaths', value: String(deaths), hint })
})

test('a rate is unknown without head, or with that of less than 80 % of the days, which is never shown as 80 %', () => {
  const totals = { deaths: 3, examined: 0, head_days: 5000, from: '2026-11-01', to: '2026-11-30' } as const
  const figureOf = (per_1000_head_month: number | null, head_known: number) =>
    rateFigure({ ...totals, per_1000_head_month, head_known })
  expect(figureOf(18.3, 0.8).value).toBe('18.3')
  expect(figureOf(18.3, 0.7999)).toMatchObject({
    value: 'Unknown head',
    hint: 'head known for 79 % of the days; rates need 80 %',
  })
  expect(figureOf(null, 1)).toMatchObject({ value: 'Unknown head' })
})

// Wilson's interval of 11 of 18: 0.386 to 0.797
test('a share has its interval, unless there is nothing to share', () => {
  expect(examinedFigure({ examined: 11, deaths: 18 })).toEqual({
    label: 'Examined',
    value: '61 %',
    hint: '11 of 18 (95 % interval 39 to 80 %)',
  })
  expect(examinedFigure({ examined: 1, deaths: 1 })).toMatchObject({ value: '100 %' })
  expect(examinedFigure({ examined: 0, deaths: 0 })).toMatchObject({ value: '–', hint: 'No deaths in this period.' })
})

test('agreement is kappa in words, or unknown', () => {
  expect(agreementFigure({ kappa: 0.456, n: 18 })).toMatchObject({ value: '0.46', hint: 'kappa, moderate, n = 18' })
  expect(agreementFigure({ kappa: null, n: 3 })).toMatchObject({
    value: '–',
    hint: 'too few with both diagnoses, n = 3',
  })
})

test('deaths without a usual range are said to have too few earlier records, not none', () => {
  expect(describeTrend('month', null)).toBe(
    'Deaths a month. There is less than half a year of earlier records, so no usual range is shown.',
  )
  expect(describeTrend('week', { low: 1, high: 4 })).toBe('Deaths a week. Usual: 1 to 4, by the year before.')
})

test.each([
  [20.4, 46.6, '20 h (9 of 10 within 47 h)'],
  [0, 0, '0 h (9 of 10 within 0 h)'],
  [null, 47, null],
  [20, null, null],
])('half of the tickets within %s hours and nine tenths within %s are %s', (p50, p90, words) => {
  expect(describeHours({ p50, p90 })).toBe(words)
})

test('bands of days on feed are in the order of their days, with unknown arrivals last', () => {
  const bands = [null, '360+', '30-59', '0-29', '120-149'].map((key) => ({ key }))
  expect(sortFeedBands(bands).map(({ key }) => key)).toEqual(['0-29', '30-59', '120-149', '360+', null])
})
