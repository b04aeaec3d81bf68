import { expect, test } from 'vitest'
import { cohensKappa, describeKappa, poissonInterval, poissonRange, wilsonInterval } from './statistics.ts'

const table = (rows: number[][]) =>
  rows.flatMap((row, one) => row.map((n, other) => ({ one: String(one), other: String(other), n })))

test.each([
  // Fleiss, Levin, Paik: Statistical Methods for Rates and Proportions, 3rd edition, table 18.1
  [
    'two raters of 100 patients',
    table([
      [75, 1, 4],
      [5, 4, 1],
      [0, 0, 10],
    ]),
    0.6765,
  ],
  [
    'agreement on all',
    table([
      [7, 0],
      [0, 3],
    ]),
    1,
  ],
  [
    'agreement as by chance',
    table([
      [4, 4],
      [4, 4],
    ]),
    0,
  ],
  [
    'one thing',
    table([
      [1, 0],
      [0, 0],
    ]),
    null,
  ],
  [
    'one thing, of which the raters differ',
    table([
      [0, 1],
      [0, 0],
    ]),
    null,
  ],
  [
    'two things, and agreement on both',
    table([
      [1, 0],
      [0, 1],
    ]),
    1,
  ],
  [
    'one category',
    table([
      [9, 0],
      [0, 0],
    ]),
    null,
  ],
])('kappa: %s', (_name, pairs, kappa) => {
  const computed = cohensKappa(pairs)
  expect(computed === null ? null : Math.round(computed * 1e4) / 1e4).toBe(kappa)
})

// Newcombe 1998, table I, method 3
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('Wilson interval of %i of %i', (hits, n, low, high) => {
  const interval = wilsonInterval(hits, n)
  expect(interval.low).toBeCloseTo(low, 4)
  expect(interval.high).toBeCloseTo(high, 4)
})

// the table of Garwood's limits, as in Ulm K (1990), Am J Epidemiol 131:373–375
test.each([
  [0, 0, 3.689],
  [1, 0.025, 5.572],
  [5, 1.623, 11.668],
  [10, 4.795, 18.39],
  [100, 81.36, 121.63],
])('exact Poisson interval of %i', (count, low, high) => {
  const interval = poissonInterval(count)
  expect(interval.low).toBeCloseTo(low, 2)
  expect(interval.high).toBeCloseTo(high, 2)
})

test('the approximation for large counts continues the exact interval', () => {
  const [exact, approximate] = [poissonInterval(9999), poissonInterval(10_000)]
  expect(approximate.low - exact.low).toBeCloseTo(1, 1)
  expect(approximate.high - exact.high).toBeCloseTo(1, 1)
})

test.each([
  [0, 0, 0],
  [4, 1, 8],
  [10, 4, 17],
])('where %d deaths are expected, 95 %% of weeks have from %i to %i', (mean, low, high) => {
  expect(poissonRange(mean)).toEqual({ low, high })
})

test('the approximation of the range for a large mean continues the exact one, and is as fast for any mean', () => {
  expect(poissonRange(9999)).toEqual({ low: 9803, high: 10_195 })
  expect(poissonRange(10_000)).toEqual({ low: 9804, high: 10_196 })
  const started = performance.now()
  expect(poissonRange(1e9)).toEqual({ low: 999_938_021, high: 1_000_061_980 })
  // counting up to them takes half a minute
  expect(performance.now() - started).toBeLessThan(1000)
})

test.each([
  [-0.1, 'poor'],
  [0.2, 'slight'],
  [0.54, 'moderate'],
  [0.61, 'substantial'],
  [0.95, 'almost perfect'],
])('a kappa of %d is %s', (kappa, words) => {
  expect(describeKappa(kappa)).toBe(words)
})
