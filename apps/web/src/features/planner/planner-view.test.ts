import { expect, test } from 'vitest'
import { daysOfView, formatView, neighbourOf, weekFromToday, withDaysAhead } from './planner-view.ts'

test('a month is shown in full weeks, and moves by months', () => {
  const days = daysOfView('month', '2026-11-23')
  expect([days.length, days[0], days.at(-1)]).toEqual([42, '2026-10-26', '2026-12-06'])
  expect(neighbourOf('month', '2026-01-31', 1)).toBe('2026-02-01')
  expect(neighbourOf('month', '2026-03-15', -1)).toBe('2026-02-01')
})

test('day and week views move by their own length, and each view has a heading', () => {
  expect([neighbourOf('day', '2026-11-30', 1), neighbourOf('week', '2026-11-25', -1)]).toEqual([
    '2026-12-01',
    '2026-11-16',
  ])
  expect(
    (['day', 'week', 'month'] as const).map((view) =>
      formatView(view, '2026-11-25', daysOfView(view, '2026-11-25'), '2026-01-31'),
    ),
  ).toEqual(['Wednesday, November 25', 'November 23–29', 'November 2026'])
})

test.each([
  ['2026-11-23', 'November 23–29', '2026-11-29', 7],
  ['2026-11-26', 'November 26 – December 2', '2026-12-02', 10],
  ['2026-11-29', 'November 29 – December 5', '2026-12-05', 13],
  // in another week
  ['2026-11-30', 'November 23–29', '2026-11-29', 7],
])('on %s the week of November 23 has seven days from today on: %s', (today, heading, last, count) => {
  const days = withDaysAhead(daysOfView('week', '2026-11-25'), today)
  expect([days.length, days[0], days.at(-1)]).toEqual([count, '2026-11-23', last])
  expect(formatView('week', '2026-11-25', days, today)).toBe(heading)
})

test('at a weekend, the week of a wide screen begins with today, unless another day is chosen', () => {
  const days = weekFromToday('2026-11-28', '2026-11-28')
  expect([days?.length, days?.[0], days?.at(-1)]).toEqual([7, '2026-11-28', '2026-12-04'])
  expect(weekFromToday('2026-11-23', '2026-11-28')).toBeNull()
  expect(weekFromToday('2026-11-27', '2026-11-27')).toBeNull()
})
