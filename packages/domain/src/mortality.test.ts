import { expect, test } from 'vitest'
import { ratePer1000HeadMonth, usualRange } from './mortality.ts'

test('the usual number of deaths uses the periods with records, at least half of all', () => {
  const periods = (...deaths: number[]) => deaths.map((count) => ({ deaths: count }))
  const none = Array.from({ length: 22 }, () => 0)
  const thirty = Array.from({ length: 30 }, () => 10)
  expect(usualRange(periods(...none, ...thirty))).toEqual(usualRange(periods(...thirty)))
  expect(usualRange(periods(...thirty))).toEqual({ low: 4, high: 17 })
  expect(usualRange(periods(...none, ...thirty.slice(0, 21)))).toBeNull()
  expect(usualRange(periods(...none))).toBeNull()
})

test('records that begin with a single death, or with half of the periods, are enough', () => {
  const periods = (...deaths: number[]) => deaths.map((count) => ({ deaths: count }))
  expect(usualRange(periods(0, 0, 1, 3))).toEqual(usualRange(periods(1, 3)))
  expect(usualRange(periods(0, 0, 0, 4))).toBeNull()
  expect(usualRange(periods(4))).toEqual(usualRange(periods(4, 4)))
  expect(usualRange([])).toBeNull()
})

test('a rate is per 1,000 head and month of 30.4375 days, and unknown without head', () => {
  expect(ratePer1000HeadMonth(3, 5000)).toBeCloseTo(18.2625, 10)
  expect(ratePer1000HeadMonth(0, 5000)).toBe(0)
  expect([ratePer1000HeadMonth(3, 0), ratePer1000HeadMonth(3, null)]).toEqual([null, null])
})
