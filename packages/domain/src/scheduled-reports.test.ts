import { expect, test } from 'vitest'
import { duePeriod, lastPeriod, validateScheduledReport } from './scheduled-reports.ts'

test.each([
  ['week', '2026-11-23', '2026-11-16', '2026-11-22'],
  ['week', '2026-11-29', '2026-11-16', '2026-11-22'],
  ['week', '2026-01-01', '2025-12-22', '2025-12-28'],
  ['month', '2026-11-01', '2026-10-01', '2026-10-31'],
  ['month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['month', '2026-01-01', '2025-12-01', '2025-12-31'],
] as const)('the last %s before %s is from %s to %s', (every, day, from, to) => {
  expect(lastPeriod(every, day)).toEqual({ from, to })
})

test.each([
  // 06:00 in Chicago is 12:00 UTC in winter and 11:00 in summer
  ['week', '2026-11-23T11:59:59Z', '2026-11-09', '2026-11-16T12:00:00Z'],
  ['week', '2026-11-23T12:00:00Z', '2026-11-16', '2026-11-23T12:00:00Z'],
  ['week', '2026-11-26T01:00:00Z', '2026-11-16', '2026-11-23T12:00:00Z'],
  ['month', '2026-07-01T10:59:00Z', '2026-05-01', '2026-06-01T11:00:00Z'],
  ['month', '2026-07-01T11:00:00Z', '2026-06-01', '2026-07-01T11:00:00Z'],
] as const)('of every %s, at %s that from %s is due, since %s', (every, now, from, since) => {
  const due = duePeriod(every, new Date(now), 'America/Chicago')
  expect([due.from, due.dueAt]).toEqual([from, new Date(since)])
})

test.each([
  [0, ['recipients']],
  [1, []],
  [50, []],
  [51, ['recipients']],
])('of a report with %i recipients, refused are: %j', (count, fields) => {
  const report = { name: 'Deaths', every: 'week', language: 'en', recipients: Array<string>(count).fill('id') }
  expect(Object.keys(validateScheduledReport(report))).toEqual(fields)
})

test.each([
  [{}, []],
  [{ name: ' ' }, ['name']],
  [{ every: 'month' }, []],
  [{ every: 'day' }, ['every']],
  [{ every: null }, ['every']],
  [{ language: 'fr' }, ['language']],
  [{ language: null }, ['language']],
])('of a report with %o, refused are: %j', (changed, fields) => {
  const report = { name: 'Deaths', every: 'week', language: 'en', recipients: ['id'] }
  expect(Object.keys(validateScheduledReport({ ...report, ...changed }))).toEqual(fields)
})
