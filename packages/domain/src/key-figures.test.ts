import { expect, test } from 'vitest'
import { rateFigure, rateOfRow } from './key-figures.ts'
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
  expect(rateOfRow({ per_1000_head_month: 2.345 }, 0.7999)).toBe('Unknown head')
  expect(rateOfRow({ per_1000_head_month: null }, 1)).toBe('Unknown head')
})
