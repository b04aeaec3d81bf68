import { describe, expect, test } from 'vitest'
import { clashesAmong, firstDayAway, isAfterClock, overlaps, spanOfVisit } from './visits.ts'

const zone = 'America/Denver'
/** A visit on November 20th in Denver, where 14:00 is 21:00 UTC. */
const visitAt = (time: string, durationMinutes = 60) => ({
  scheduledAt: `2026-11-20T${time}:00-07:00`,
  durationMinutes,
  zone,
})

test('a visit lasts from its time for its duration; one that has only a day has no span', () => {
  const start = Date.parse('2026-11-20T21:00:00Z')
  expect(spanOfVisit(visitAt('14:00', 90))).toEqual({ start, end: start + 90 * 60_000 })
  expect(spanOfVisit(visitAt('00:00'))).toBeNull()
})

describe('the first day of a visit on which its veterinarian is away', () => {
  test.each([
    ['2026-11-20', '2026-11-20', '2026-11-20'],
    ['2026-11-10', '2026-11-20', '2026-11-20'],
    ['2026-11-20', '2026-11-30', '2026-11-20'],
    ['2026-11-10', '2026-11-19', undefined],
    ['2026-11-21', '2026-11-30', undefined],
  ])('away from %s to %s: %s', (from, to, day) => {
    expect(firstDayAway(visitAt('14:00'), [{ from, to }])).toBe(day)
  })

  test('is the second one if the visit lasts past midnight and the absence begins then', () => {
    const away = [{ from: '2026-11-21', to: '2026-11-22' }]
    expect(firstDayAway(visitAt('23:00', 60), away)).toBeUndefined()
    expect(firstDayAway(visitAt('23:00', 61), away)).toBe('2026-11-21')
  })

  test('is the earliest of several absences', () => {
    const away = [
      { from: '2026-11-21', to: '2026-11-22' },
      { from: '2026-11-01', to: '2026-11-20' },
    ]
    expect(firstDayAway(visitAt('23:00', 120), away)).toBe('2026-11-20')
  })

  test('is the day of a visit without a time', () => {
    expect(firstDayAway(visitAt('00:00', 1440), [{ from: '2026-11-20', to: '2026-11-20' }])).toBe('2026-11-20')
    expect(firstDayAway(visitAt('00:00', 2880), [{ from: '2026-11-21', to: '2026-11-21' }])).toBeUndefined()
  })
})

test.each([
  ['14:00', '14:00', true],
  ['14:00', '14:59', true],
  ['14:00', '15:00', false],
  ['14:00', '13:01', true],
  ['14:00', '13:00', false],
  ['14:00', '00:00', false],
  ['00:00', '14:00', false],
])('visits of an hour at %s and %s overlap: %s', (one, other, overlapping) => {
  expect(overlaps(visitAt(one), visitAt(other))).toBe(overlapping)
})

describe('overlapping visits', () => {
  const groupsOf = (...visits: [id: string, time: string, durationMinutes: number][]) =>
    clashesAmong(visits.map(([id, time, durationMinutes]) => ({ id, ...visitAt(time, durationMinutes) }))).map(
      (group) => group.map(({ id }) => id),
    )

  test('are grouped in order of time; visits one after the other, or without a time, are not', () => {
    expect(groupsOf(['c', '16:00', 60], ['b', '14:30', 60], ['a', '14:00', 60])).toEqual([['a', 'b']])
    expect(groupsOf(['a', '14:00', 60], ['b', '15:00', 60])).toEqual([])
    expect(groupsOf(['a', '00:00', 60], ['b', '00:00', 60])).toEqual([])
  })

  test('are one group as long as the longest of them lasts', () => {
    expect(groupsOf(['a', '09:00', 180], ['b', '09:30', 30], ['c', '11:30', 60])).toEqual([['a', 'b', 'c']])
  })

  test('are several groups if there is a gap', () => {
    expect(
      groupsOf(['a', '09:00', 60], ['b', '09:30', 60], ['c', '13:00', 60], ['d', '13:30', 60], ['e', '13:45', 60]),
    ).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ])
  })
})

test.each([
  ['14:00', '2026-11-20T21:00:00Z', false],
  ['14:00', '2026-11-20T20:59:00Z', true],
  // without a time of day
  ['00:00', '2026-11-20T07:30:00Z', false],
  ['00:00', '2026-11-20T06:59:00Z', true],
])('a visit at %s begins after a carcass clock that ends at %s: %s', (time, examineBy, expected) => {
  expect(isAfterClock(visitAt(time), examineBy)).toBe(expected)
})
