import { expect, test } from 'vitest'
import { type AlertCondition, alertValue, firingDays, evaluateToday, validateAlertRule, windowOf } from './alerts.ts'
import { addDays } from './dates.ts'
import { c2Statistic } from './statistics.ts'

const daily = (deaths: number[], head: (number | null)[] = []) =>
  deaths.map((count, index) => ({ day: addDays('2026-11-01', index), deaths: count, headDays: head[index] ?? null }))
const rule = (fields: Partial<AlertCondition>): AlertCondition => ({ kind: 'count', threshold: 3, days: 3, ...fields })

test('C2 is the distance from the mean of the baseline in sample standard deviations, of at least 0.5', () => {
  // mean 31/7, squared deviations 96/7 and 6 degrees of freedom
  expect(c2Statistic(9, [2, 4, 4, 4, 5, 5, 7])).toBeCloseTo(3.0237, 4)
  // mean 4, deviation 2.1602
  expect(c2Statistic(12, [1, 2, 3, 4, 5, 6, 7])).toBeCloseTo(3.7033, 4)
  expect(c2Statistic(2, [0, 0, 0, 0, 0, 0, 0])).toBe(4)
  expect(c2Statistic(1, [1, 1, 1, 1, 1, 1, 1])).toBe(0)
})

test('C2 compares a day with those from nine to three days before it', () => {
  const unusual = rule({ kind: 'unusual' })
  expect(alertValue(unusual, daily([1, 2, 3, 4, 5, 6, 7, 99, 99, 12]))).toBeCloseTo(3.7033, 4)
  expect(alertValue(unusual, daily([50, 1, 2, 3, 4, 5, 6, 7, 99, 99, 12]))).toBeCloseTo(3.7033, 4)
  expect(alertValue(unusual, daily([2, 3, 4, 5, 6, 7, 99, 99, 12]))).toBeNull()
  expect(windowOf(unusual, '2026-11-20')).toEqual({ from: '2026-11-20', to: '2026-11-20' })
})

test('a count covers the window, a rate needs the head of at least 80 % of its days', () => {
  expect(alertValue(rule({}), daily([9, 1, 0, 2]))).toBe(3)
  expect(windowOf(rule({ days: 7 }), '2026-11-20')).toEqual({ from: '2026-11-14', to: '2026-11-20' })
  // 3 deaths in 5,000 head days: 0.6 a 1,000 head days, of which a month has 30.4375
  const rate = rule({ kind: 'rate', days: 5 })
  expect(alertValue(rate, daily([1, 0, 1, 0, 1], [1000, 1000, 1000, 1000, 1000]))).toBeCloseTo(18.2625, 10)
  expect(alertValue(rate, daily([1, 0, 1, 0, 1], [null, 1250, 1250, 1250, 1250]))).toBeCloseTo(18.2625, 10)
  expect(alertValue(rate, daily([1, 0, 1, 0, 1], [null, null, 1000, 1000, 1000]))).toBeNull()
})

test('a rule fires on the day the threshold is crossed, and again only after the value fell below it', () => {
  const fired = (condition: AlertCondition, deaths: number[]) =>
    firingDays(condition, daily(deaths)).map(({ day }) => day)
  expect(fired(rule({ days: 1 }), [0, 3, 4, 2, 3, 3])).toEqual(['2026-11-02', '2026-11-05'])
  // crossed before the first day
  expect(fired(rule({ days: 1 }), [3, 3, 0])).toEqual([])
  expect(firingDays(rule({ days: 2 }), daily([0, 0, 2, 1, 0]))).toEqual([{ day: '2026-11-04', value: 3 }])
  // C2 must be above its threshold
  const eights = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1.5]
  expect(fired(rule({ kind: 'unusual', threshold: 3 }), eights)).toEqual([])
  expect(fired(rule({ kind: 'unusual', threshold: 2.9 }), eights)).toEqual(['2026-11-11'])
})

test('a rule without a value neither fires nor becomes ready to fire again', () => {
  const rate = rule({ kind: 'rate', days: 1, threshold: 30 })
  const heads = [1000, 1000, null, 1000, 1000, 1000]
  expect(firingDays(rate, daily([0, 1, 0, 1, 0, 1], heads)).map(({ day }) => day)).toEqual(['2026-11-02', '2026-11-06'])
})

test('a rule fires on its first day with a value if the threshold is crossed', () => {
  const rate = rule({ kind: 'rate', days: 1, threshold: 30 })
  expect(firingDays(rate, daily([1, 1], [null, 1000])).map(({ day }) => day)).toEqual(['2026-11-02'])
})

test('every field of a rule is validated', () => {
  const empty = { name: '', system: null, kind: null, threshold: null, days: 91 }
  expect(validateAlertRule(empty)).toEqual({
    name: ['Please enter a name.'],
    kind: ['Please choose one of: count, rate, unusual.'],
    threshold: ['Please enter a number from 0.01 to 1,000,000.'],
    days: ['Please enter a whole number from 1 to 90.'],
  })
  expect(validateAlertRule({ name: 'A', system: null, kind: 'rate', threshold: 0.5, days: 90 })).toEqual({})
})

test.each([
  [{ threshold: 0.01 }, []],
  [{ threshold: 0.009 }, ['threshold']],
  [{ threshold: 1_000_000 }, []],
  [{ threshold: 1_000_001 }, ['threshold']],
  [{ days: 1 }, []],
  [{ days: 0 }, ['days']],
  [{ days: 1.5 }, ['days']],
])('of a rule with %o, refused are: %j', (changed, fields) => {
  const rule = { name: 'A', system: null, kind: 'count', threshold: 2, days: 7 }
  expect(Object.keys(validateAlertRule({ ...rule, ...changed }))).toEqual(fields)
})

/** Judged today with these deaths on consecutive days until today: crossed at the last evaluation, and was it today? */
const evaluations: [deaths: number[], crossed: boolean, isToday: boolean, crossedNow: boolean, fires: boolean][] = [
  [[0, 0, 2], false, true, true, true],
  [[0, 0, 2], false, false, true, true],
  // already told of
  [[0, 0, 3], true, true, true, false],
  // yesterday was crossed, and the day has only begun
  [[0, 2, 0], true, false, true, false],
  [[0, 2, 2], true, false, true, false],
  // yesterday was under
  [[2, 1, 0], true, false, false, false],
  [[2, 1, 2], true, false, true, true],
  // a correction of today, then more deaths
  [[0, 0, 1], true, true, false, false],
  // entered late: yesterday is crossed now, but nobody was told
  [[0, 2, 0], false, true, false, false],
  [[0, 2, 2], false, false, true, true],
  // only today and yesterday are known
  [[1, 0], true, false, false, false],
  [[2, 0], true, false, true, false],
]
test.each(evaluations)(
  'deaths %j, crossed %s today %s: crossed %s, fires %s',
  (deaths, crossed, isToday, now, fires) => {
    const figures = deaths.map((count, index) => ({ day: `2026-11-0${index + 1}`, deaths: count, headDays: 100 }))
    const rule = { kind: 'count', threshold: 2, days: 1 } as const
    expect(evaluateToday(rule, figures, { crossed, isToday })).toEqual({ value: deaths.at(-1), crossed: now, fires })
  },
)

test.each([
  // the head of today is unknown: what was told stays, and nothing new fires
  [[1000, 1000, null], [0, 0, 1], { crossed: true, isToday: true }, true],
  [[1000, 1000, null], [0, 0, 1], { crossed: false, isToday: true }, false],
  [[1000, 1000, null], [0, 0, 1], { crossed: false, isToday: false }, false],
  // today begins without a value: yesterday decides
  [[1000, 1000, null], [0, 1, 0], { crossed: true, isToday: false }, true],
  [[1000, 1000, null], [0, 0, 0], { crossed: true, isToday: false }, false],
  [[1000, null, null], [0, 0, 0], { crossed: true, isToday: false }, true],
])('without a value, head %j deaths %j after %o: crossed %s, never fires', (head, deaths, before, crossed) => {
  const rate = rule({ kind: 'rate', days: 1, threshold: 30 })
  expect(evaluateToday(rate, daily(deaths, head), before)).toEqual({ value: null, crossed, fires: false })
})
