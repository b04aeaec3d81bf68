import { expect, test } from 'vitest'
import { isTimestamp, joinTimestamp, splitTimestamp } from './timestamp-parts.ts'

const zone = 'America/Denver'

test.each<[string | null, string, string | null]>([
  ['2026-11-22', '07:30', '2026-11-22T14:30:00.000Z'],
  // in daylight saving time, and a time that the clocks skip
  ['2026-06-22', '07:30', '2026-06-22T13:30:00.000Z'],
  ['2026-03-08', '02:30', '2026-03-08T09:30:00.000Z'],
  ['2026-11-22', '', '2026-11-22 '],
  [null, '07:30', ' 07:30'],
  ['11/2', '07:30', '11/2 07:30'],
  ['in May 2', '', 'in May 2 '],
  [null, '', null],
])('the day %j and the time %j are %j', (day, time, timestamp) => {
  expect(joinTimestamp(day, time, zone)).toBe(timestamp)
  if (timestamp === null || !isTimestamp(timestamp)) expect(splitTimestamp(timestamp, zone)).toEqual({ day, time })
})

test('a timestamp is shown in the time zone of the practice', () => {
  expect(splitTimestamp('2026-11-22T05:10:42.000Z', zone)).toEqual({ day: '2026-11-21', time: '22:10' })
})
