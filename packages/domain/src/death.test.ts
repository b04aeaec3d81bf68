import { expect, test } from 'vitest'
import { type DeathTimes, daysOnFeed, validateDeathTimes } from './death.ts'
import { texts } from './texts.ts'

const zone = 'America/Denver'
const now = new Date('2026-11-20T18:00:00Z')
const wrong = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, ['Please check these times.']]))

test.each<[string, DeathTimes, string[]]>([
  [
    'seen, died, found',
    { last_seen_alive_at: '2026-11-20T01:00:00Z', died_at: '2026-11-20T05:00:00Z', found_at: '2026-11-20T13:00:00Z' },
    [],
  ],
  [
    'all at the same moment',
    { last_seen_alive_at: '2026-11-20T05:00:00Z', died_at: '2026-11-20T05:00:00Z', found_at: '2026-11-20T05:00:00Z' },
    [],
  ],
  ['died after it was found', { died_at: '2026-11-20T13:00:01Z', found_at: '2026-11-20T13:00:00Z' }, ['died_at']],
  [
    'seen alive after it died',
    { last_seen_alive_at: '2026-11-20T13:00:01Z', died_at: '2026-11-20T13:00:00Z' },
    ['last_seen_alive_at'],
  ],
  [
    'seen alive after it was found dead',
    { last_seen_alive_at: '2026-11-20T13:00:01Z', found_at: '2026-11-20T13:00:00Z' },
    ['last_seen_alive_at'],
  ],
  ['found five minutes from now', { found_at: '2026-11-20T18:05:00Z' }, []],
  ['found later than that', { found_at: '2026-11-20T18:05:01Z' }, ['found_at']],
  ['died later than that', { died_at: '2026-11-20T18:05:01Z' }, ['died_at']],
  ['seen alive later than that', { last_seen_alive_at: '2026-11-20T18:05:01Z' }, ['last_seen_alive_at']],
  ['arrived on the day of death', { arrived_at: '2026-11-19', died_at: '2026-11-20T05:00:00Z' }, []],
  // 06:00 UTC is 23:00 of the day before in Denver
  ['arrived the day after', { arrived_at: '2026-11-20', died_at: '2026-11-20T06:00:00Z' }, ['arrived_at']],
  ['arrived after it was found', { arrived_at: '2026-11-20', found_at: '2026-11-19T18:00:00Z' }, ['arrived_at']],
  ['arrived after the date of death', { arrived_at: '2026-11-20', customer_record_at: '2026-11-19' }, ['arrived_at']],
  ['arrived today', { arrived_at: '2026-11-20' }, []],
  ['arrived tomorrow', { arrived_at: '2026-11-21' }, ['arrived_at']],
  ['nothing known', {}, []],
])('%s', (_name, times, fields) => {
  expect(validateDeathTimes(times, now, zone)).toEqual(wrong(...fields))
})

test.each<[string, DeathTimes, number | null]>([
  ['the day of arrival', { arrived_at: '2026-11-20', died_at: '2026-11-20T18:00:00Z' }, 0],
  ['the evening before, in the zone', { arrived_at: '2026-11-10', died_at: '2026-11-20T06:00:00Z' }, 9],
  ['over the change to winter time', { arrived_at: '2026-10-31', died_at: '2026-11-02T06:59:59Z' }, 1],
  ['the minute after', { arrived_at: '2026-10-31', died_at: '2026-11-02T07:00:00Z' }, 2],
  ['over the change to summer time', { arrived_at: '2026-03-07', died_at: '2026-03-09T05:59:59Z' }, 1],
  ['the minute after that', { arrived_at: '2026-03-07', died_at: '2026-03-09T06:00:00Z' }, 2],
  ['by the date of death', { arrived_at: '2026-08-02', customer_record_at: '2026-11-20' }, 110],
  ['found, when nobody saw it die', { arrived_at: '2026-08-02', found_at: '2026-11-19T18:00:00Z' }, 109],
  ['no arrival', { died_at: '2026-11-20T05:00:00Z' }, null],
  ['no death', { arrived_at: '2026-08-02' }, null],
])('days on feed: %s', (_name, times, days) => expect(daysOnFeed(times, zone)).toBe(days))

test.each(['0001-02-03', '1949-12-31'])('an arrival on %s is taken for a mistyped year', (arrived_at) => {
  expect(validateDeathTimes({ arrived_at }, now, zone)).toEqual({ arrived_at: [texts.validation.checkYear] })
})
