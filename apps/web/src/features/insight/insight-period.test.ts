import { expect, test } from 'vitest'
import { dayAtSites, daysOfWeek, filtersOf, lastWeeks, periodBefore, periodOf, yearBefore } from './insight-period.ts'

test('a period is full weeks up to today, or the days of the URL', () => {
  expect(periodOf({}, '2026-11-25')).toEqual({ from: '2026-08-24', to: '2026-11-25' })
  expect(periodOf({ weeks: '5' }, '2026-11-23')).toEqual({ from: '2026-10-26', to: '2026-11-23' })
  expect(periodOf({ from: '2026-01-05', to: '2026-01-11' }, '2026-11-23')).toEqual({
    from: '2026-01-05',
    to: '2026-01-11',
  })
  expect(periodOf({ from: '2026-01-11', to: '2026-01-05' }, '2026-11-25').to).toBe('2026-11-25')
})

test('a week that has not ended yet counts until today, so that its rate is not spread over days to come', () => {
  const week = { from: '2026-11-23', to: '2026-11-29' }
  expect(periodOf(week, '2026-11-24')).toEqual({ from: '2026-11-23', to: '2026-11-24' })
  expect(periodOf(week, '2026-11-29')).toEqual(week)
  expect(periodOf(week, '2026-11-20')).toEqual(week)
})

test('a page ends today at its sites, if they share a time zone, else at the practice', () => {
  const evening = new Date('2026-11-25T02:00:00Z')
  const [tokyo, edmonton] = [{ time_zone: 'Asia/Tokyo' }, { time_zone: 'America/Edmonton' }]
  expect(dayAtSites(evening, [tokyo, tokyo], 'America/Edmonton')).toBe('2026-11-25')
  expect(dayAtSites(evening, [edmonton], 'Asia/Tokyo')).toBe('2026-11-24')
  expect(dayAtSites(evening, [tokyo, edmonton], 'America/Edmonton')).toBe('2026-11-24')
  expect(dayAtSites(evening, [], 'America/Edmonton')).toBe('2026-11-24')
})

test('the last weeks of a period are whole, unless it is shorter', () => {
  expect(lastWeeks(8, { from: '2026-01-01', to: '2026-11-25' })).toEqual({ from: '2026-10-05', to: '2026-11-25' })
  expect(lastWeeks(8, { from: '2026-11-18', to: '2026-11-25' })).toEqual({ from: '2026-11-18', to: '2026-11-25' })
})

test('the previous period has the same length and ends the day before; the usual range uses 52 weeks', () => {
  const period = { from: '2026-08-26', to: '2026-11-25' }
  expect(periodBefore(period)).toEqual({ from: '2026-05-26', to: '2026-08-25' })
  expect(yearBefore(period)).toEqual({ from: '2025-08-25', to: '2026-08-23' })
})

test.each([
  ['2026-W47', '2026-11-16', '2026-11-22'],
  ['2026-W01', '2025-12-29', '2026-01-04'],
  ['2026-W53', '2026-12-28', '2027-01-03'],
])('the week %s is from %s to %s', (key, from, to) => {
  expect(daysOfWeek(key)).toEqual({ from, to })
})

test('a lot or a body system with a comma in its name is one value, not a list of two', () => {
  const query = new URLSearchParams(filtersOf({ lot: 'North, pen 4', cause: 'Lung, pleura' }))
  expect([...query]).toEqual([
    ['filter[lot][]', 'North, pen 4'],
    ['filter[system][]', 'Lung, pleura'],
  ])
})
