import { expect, test } from 'vitest'
import { isoWeek, mondayOf } from './weeks.ts'

// the calendar of ISO 8601: a week belongs to the year of its Thursday
test.each([
  ['2026-01-01', '2025-12-29', '2026-W01'],
  ['2025-12-29', '2025-12-29', '2026-W01'],
  ['2025-12-28', '2025-12-22', '2025-W52'],
  ['2026-11-16', '2026-11-16', '2026-W47'],
  ['2026-11-22', '2026-11-16', '2026-W47'],
  ['2026-11-23', '2026-11-23', '2026-W48'],
  ['2026-12-31', '2026-12-28', '2026-W53'],
  ['2027-01-03', '2026-12-28', '2026-W53'],
  ['2027-01-04', '2027-01-04', '2027-W01'],
  ['2024-02-29', '2024-02-26', '2024-W09'],
])('%s is in the week of Monday %s, %s', (day, monday, week) => {
  expect([mondayOf(day), isoWeek(day)]).toEqual([monday, week])
})
