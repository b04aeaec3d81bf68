import { expect, test } from 'vitest'
import { usualRange } from './mortality.ts'

test('the usual number of deaths uses the periods with records, at least half of all', () => {
  const periods = (...deaths: number[]) => deaths.map((count) => ({ deaths: count }))
  const none = Array.from({ length: 22 }, () => 0)
  const thirty = Array.from({ length: 30 }, () => 10)
  expect(usualRange(periods(...none, ...thirty))).toEqual(usualRange(periods(...thirty)))
  expect(usualRange(periods(...thirty))).toEqual({ low: 4, high: 17 })
  expect(usualRange(periods(...none, ...thirty.slice(0, 21)))).toBeNull()
  expect(usualRange(periods(...none))).toBeNull()
})
