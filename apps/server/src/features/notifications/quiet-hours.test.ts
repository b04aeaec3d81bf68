import { expect, test } from 'vitest'
import { endOfQuietHours } from './preferences.ts'

const zone = 'America/Chicago'

/* Clocks went forward on 2026-03-08 at 08:00 UTC, from 02:00 to 03:00, and back on 2026-11-01 at 07:00 UTC, from 02:00 to 01:00. */
test.each([
  ['22:00', '06:00', '2026-11-20T05:00:00Z', '2026-11-20T12:00:00Z'],
  ['22:00', '06:00', '2026-11-20T03:59:00Z', undefined],
  ['22:00', '06:00', '2026-11-20T12:00:00Z', undefined],
  ['12:00', '14:00', '2026-11-20T18:30:00Z', '2026-11-20T20:00:00Z'],
  // 02:30 does not exist
  ['22:00', '02:30', '2026-03-08T07:40:00Z', '2026-03-08T08:30:00Z'],
  ['22:00', '02:30', '2026-03-08T08:00:00Z', undefined],
  // 01:30 exists twice
  ['22:00', '01:30', '2026-11-01T06:10:00Z', '2026-11-01T06:30:00Z'],
  ['22:00', '01:30', '2026-11-01T06:40:00Z', undefined],
  ['22:00', '01:30', '2026-11-01T07:10:00Z', '2026-11-01T07:30:00Z'],
  ['22:00', '01:30', '2026-11-01T07:30:00Z', undefined],
  ['22:00', '01:30', '2026-11-02T04:00:00Z', '2026-11-02T07:30:00Z'],
])('quiet hours from %s to %s hold what arrives at %s back until %s', (quiet_from, quiet_to, at, end) => {
  const preferences = { time_zone: zone, quiet_from, quiet_to }
  const until = endOfQuietHours(preferences, 'Europe/Berlin', new Date(at))
  expect(until).toEqual(end && new Date(end))
})

test('quiet hours end on time where clocks go back by half an hour, when their end is shown a second time', () => {
  // on Lord Howe Island at 15:00 UTC, from 02:00 to 01:30
  const preferences = { time_zone: 'Australia/Lord_Howe', quiet_from: '22:00', quiet_to: '01:45' }
  const until = (at: string) => endOfQuietHours(preferences, 'UTC', new Date(at))
  expect(until('2026-04-04T14:40:00Z')).toEqual(new Date('2026-04-04T14:45:00Z'))
  expect(until('2026-04-04T14:50:00Z')).toBeUndefined()
  expect(until('2026-04-04T15:10:00Z')).toEqual(new Date('2026-04-04T15:15:00Z'))
})
