import { expect, test } from 'vitest'
import { takenAt } from './taken-at.ts'

test.each<[string, string, string | null, string, string | null]>([
  ['its own offset', '2026:09:22 14:03:11', '-06:00', 'Australia/Adelaide', '2026-09-22T20:03:11.000Z'],
  ['an offset of half an hour', '2026:09:22 14:03:11', '+09:30', 'America/Edmonton', '2026-09-22T04:33:11.000Z'],
  ['no offset', '2026:09:22 14:03:11', null, 'America/Edmonton', '2026-09-22T20:03:11.000Z'],
  ['an offset that is none', '2026:09:22 14:03:11', '   :  ', 'America/Edmonton', '2026-09-22T20:03:11.000Z'],
  ['no offset in winter', '2025:12:22 14:03:11', null, 'America/Edmonton', '2025-12-22T21:03:11.000Z'],
  ['the hour that clocks repeat', '2025:11:02 01:30:05', null, 'America/Edmonton', '2025-11-02T07:30:05.000Z'],
  ['the hour that clocks skip', '2026:03:08 02:30:00', null, 'America/Edmonton', '2026-03-08T09:30:00.000Z'],
  ['a camera that was never set', '0000:00:00 00:00:00', null, 'America/Edmonton', null],
  ['no such day', '2026:02:30 10:00:00', '-06:00', 'America/Edmonton', null],
  ['no such time', '2026:02:20 25:00:00', '-06:00', 'America/Edmonton', null],
  ['blanks', '    :  :     :  :  ', null, 'America/Edmonton', null],
])('a photo with %s (%s %s in %s) was taken at %s', (_what, local, offset, zone, expected) => {
  expect(takenAt({ local, offset }, zone)?.toISOString() ?? null).toBe(expected)
})
