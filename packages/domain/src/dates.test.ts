import { expect, test } from 'vitest'
import {
  addDays,
  formatClockTime,
  dayOf,
  formatIsoInZone,
  useServerOffsets,
  listOffsetChanges,
  isZone,
  formatLongDate,
  formatLongDay,
  formatLongVisit,
  formatMonth,
  formatMonthDay,
  formatShortDay,
  timestampAt,
  startOfDay,
  formatTimeOfDay,
  formatTypedDay,
  formatVisitAtSite,
  daysBetween,
  isDay,
  isPlausibleDay,
  parseTypedDay,
  zoneNameIfElsewhere,
} from './dates.ts'
import { formatRecentDay, formatShortVisit } from './short-dates.ts'

const edmonton = 'America/Edmonton'
const adelaide = 'Australia/Adelaide'

test.each([
  // The three cases of issue 12: an evening in Edmonton is already the next day in UTC.
  ['2025-11-26T03:30:00Z', edmonton, 'November 25th 2025', '8:30 PM'],
  ['2026-10-17T02:15:00Z', edmonton, 'October 16th 2026', '8:15 PM'],
  ['2026-09-23T01:00:00Z', edmonton, 'September 22nd 2026', '7:00 PM'],
  ['2026-09-22T20:00:00Z', adelaide, 'September 23rd 2026', '5:30 AM'],
  ['2026-12-31T14:00:00Z', adelaide, 'January 1st 2027', '12:30 AM'],
  ['2026-01-01T06:59:59Z', edmonton, 'December 31st 2025', '11:59 PM'],
  ['2025-11-20T19:00:00Z', edmonton, 'November 20th 2025', '12:00 PM'],
  // Around both clock changes in Edmonton in 2025. The rules of later years depend on the age of the time zone data.
  ['2025-03-09T08:59:59Z', edmonton, 'March 9th 2025', '1:59 AM'],
  ['2025-03-09T09:00:00Z', edmonton, 'March 9th 2025', '3:00 AM'],
  ['2025-11-02T07:30:00Z', edmonton, 'November 2nd 2025', '1:30 AM'],
  ['2025-11-02T08:30:00Z', edmonton, 'November 2nd 2025', '1:30 AM'],
  ['2025-11-02T09:00:00Z', edmonton, 'November 2nd 2025', '2:00 AM'],
] as const)('%s in %s is %s, %s', (timestamp, zone, date, time) => {
  expect(formatLongDate(timestamp, zone)).toBe(date)
  expect(formatLongDate(new Date(timestamp), zone)).toBe(date)
  expect(formatTimeOfDay(timestamp, zone)).toBe(time)
})

test.each([
  ['2026-07-15', edmonton, '2026-07-15T06:00:00.000Z', 24],
  ['2025-12-15', edmonton, '2025-12-15T07:00:00.000Z', 24],
  ['2025-03-09', edmonton, '2025-03-09T07:00:00.000Z', 23],
  ['2025-03-10', edmonton, '2025-03-10T06:00:00.000Z', 24],
  ['2025-11-02', edmonton, '2025-11-02T06:00:00.000Z', 25],
  ['2025-11-03', edmonton, '2025-11-03T07:00:00.000Z', 24],
  ['2026-04-05', adelaide, '2026-04-04T13:30:00.000Z', 25],
  ['2026-10-04', adelaide, '2026-10-03T14:30:00.000Z', 23],
  ['2026-10-05', adelaide, '2026-10-04T13:30:00.000Z', 24],
  ['2026-06-01', 'UTC', '2026-06-01T00:00:00.000Z', 24],
  ['0001-01-01', 'UTC', '0001-01-01T00:00:00.000Z', 24],
  ['9999-12-31', 'UTC', '9999-12-31T00:00:00.000Z', 24],
  // Clocks go forward at midnight, so the day begins at 1:00.
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', 23],
  // Clocks go back at midnight, so the previous day is an hour longer.
  ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00.000Z', 25],
  // Clocks go back from 1:00 to midnight, so midnight occurs twice.
  ['2025-11-02', 'America/Havana', '2025-11-02T04:00:00.000Z', 25],
] as const)('%s in %s begins at %s and lasts %i hours', (day, zone, start, hours) => {
  expect(startOfDay(day, zone).toISOString()).toBe(start)
  const end = startOfDay(addDays(day, 1), zone)
  expect((end.getTime() - Date.parse(start)) / 3_600_000).toBe(hours)
  expect([dayOf(new Date(start), zone), dayOf(new Date(end.getTime() - 1), zone)]).toEqual([day, day])
  if (day > '0001-01-01') expect(dayOf(new Date(Date.parse(start) - 1), zone)).toBe(addDays(day, -1))
  expect(dayOf(end, zone)).toBe(addDays(day, 1))
})

test.each([
  ['2025-11-25', '14:30', edmonton, '2025-11-25T21:30:00.000Z'],
  ['2026-07-25', '14:30', edmonton, '2026-07-25T20:30:00.000Z'],
  ['2025-11-25', '08:00', adelaide, '2025-11-24T21:30:00.000Z'],
  ['2025-03-09', '01:59', edmonton, '2025-03-09T08:59:00.000Z'],
  ['2025-03-09', '03:00', edmonton, '2025-03-09T09:00:00.000Z'],
  // This time is skipped, so the result is later by the skipped amount.
  ['2025-03-09', '02:30', edmonton, '2025-03-09T09:30:00.000Z'],
  ['2026-10-04', '02:30', adelaide, '2026-10-03T17:00:00.000Z'],
  // This time occurs twice, and the first one counts.
  ['2025-11-02', '01:30', edmonton, '2025-11-02T07:30:00.000Z'],
  ['2026-04-05', '02:30', adelaide, '2026-04-04T16:00:00.000Z'],
] as const)('%s %s in %s is %s', (day, time, zone, timestamp) => {
  expect(timestampAt(day, time, zone).toISOString()).toBe(timestamp)
})

test('every half hour of a year survives a round trip, except the hour skipped in spring', () => {
  for (const [zone, skipped] of [
    [edmonton, ['2025-03-09 02:00', '2025-03-09 02:30']],
    [adelaide, ['2025-10-05 02:00', '2025-10-05 02:30']],
    ['UTC', []],
  ] as const) {
    const changed: string[] = []
    for (let count = 0; count < 365 * 48; count++) {
      const typed = new Date(Date.UTC(2025, 0, 1) + count * 1_800_000).toISOString()
      const [day, time] = [typed.slice(0, 10), typed.slice(11, 16)]
      const timestamp = timestampAt(day, time, zone)
      if (dayOf(timestamp, zone) !== day || formatClockTime(timestamp, zone) !== time) changed.push(`${day} ${time}`)
    }
    expect(changed, zone).toEqual(skipped)
  }
})

test.each([
  ['2025-11-25T21:30:00Z', edmonton, 'November 25th 2025, 2:30 PM', 'Nov 25, 2:30 PM'],
  ['2025-11-26T03:30:00Z', edmonton, 'November 25th 2025, 8:30 PM', 'Nov 25, 8:30 PM'],
  // It is midnight in that zone, so the visit is a day without a time.
  ['2025-11-25T07:00:00Z', edmonton, 'November 25th 2025', 'Nov 25'],
  ['2025-11-25T00:00:00Z', edmonton, 'November 24th 2025, 5:00 PM', 'Nov 24, 5:00 PM'],
  ['2026-10-03T14:30:00Z', adelaide, 'October 4th 2026', 'Oct 4'],
  ['2026-04-23T22:00:00Z', 'Africa/Cairo', 'April 24th 2026', 'Apr 24'],
] as const)('a visit at %s is shown in %s as %s, on a card as %s', (visit, zone, long, short) => {
  const sameYear = visit.slice(0, 10)
  expect([formatLongVisit(visit, zone), formatShortVisit(visit, zone, sameYear)]).toEqual([long, short])
})

test.each([
  ['2025-01-31', 'January 31', 'Jan 31', 'January 2025'],
  ['2025-02-01', 'February 1', 'Feb 1', 'February 2025'],
  ['2025-03-09', 'March 9', 'Mar 9', 'March 2025'],
  ['2025-05-10', 'May 10', 'May 10', 'May 2025'],
  ['2025-06-30', 'June 30', 'Jun 30', 'June 2025'],
  ['2025-09-11', 'September 11', 'Sep 11', 'September 2025'],
  ['2025-12-31', 'December 31', 'Dec 31', 'December 2025'],
])('the day %s is named %s, on a card %s, and its month %s', (day, monthAndDay, short, month) => {
  expect([formatMonthDay(day), formatShortDay(day), formatMonth(day)]).toEqual([monthAndDay, short, month])
})

test('a day on a card has its year unless that is the current one', () => {
  const today = '2026-01-04'
  expect(['2025-12-28', '2026-12-28', '2027-01-02'].map((day) => formatRecentDay(day, today))).toEqual([
    'Dec 28 2025',
    'Dec 28',
    'Jan 2 2027',
  ])
  const visits = ['2025-12-29T03:30:00Z', '2026-01-01T06:30:00Z', '2026-01-01T07:30:00Z', '2027-07-02T06:00:00Z']
  expect(visits.map((visit) => formatShortVisit(visit, edmonton, today))).toEqual([
    'Dec 28 2025, 8:30 PM',
    'Dec 31 2025, 11:30 PM',
    'Jan 1, 12:30 AM',
    'Jul 2 2027',
  ])
})

test('days are named with their ordinals', () => {
  const days = ['01', '02', '03', '04', '10', '11', '12', '13', '20', '21', '22', '23', '30', '31']
  expect(days.map((day) => formatLongDay(`2026-05-${day}`).replace(/^May | 2026$/g, ''))).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '10th',
    '11th',
    '12th',
    '13th',
    '20th',
    '21st',
    '22nd',
    '23rd',
    '30th',
    '31st',
  ])
})

test.each([
  ['2026-10-17T00:30:00.250Z', edmonton, '2026-10-16T18:30:00.250-06:00'],
  ['2025-12-01T03:00:00Z', edmonton, '2025-11-30T20:00:00.000-07:00'],
  ['2025-12-01T20:00:00Z', adelaide, '2025-12-02T06:30:00.000+10:30'],
  ['2025-12-01T20:00:00Z', 'UTC', '2025-12-01T20:00:00.000+00:00'],
] as const)('%s is written in %s as %s', (timestamp, zone, written) => {
  expect(formatIsoInZone(timestamp, zone)).toBe(written)
  expect(new Date(written).getTime()).toBe(new Date(timestamp).getTime())
})

test("the server's offsets of a zone take precedence over this machine's", () => {
  // Invented rules: Edmonton at UTC-4 in June 2031, and a zone that no browser knows.
  const changes = [
    { from: '2031-06-01T00:00:00.000Z', minutes: -240 },
    { from: '2031-07-01T00:00:00.000Z', minutes: -240 },
  ]
  for (const zone of ['America/Dawson_Creek', 'America/Atlantis']) {
    useServerOffsets(zone, changes)
    expect(formatTimeOfDay('2031-06-15T12:00:00Z', zone)).toBe('8:00 AM')
    expect(timestampAt('2031-06-15', '08:00', zone).toISOString()).toBe('2031-06-15T12:00:00.000Z')
  }
  expect(formatTimeOfDay('2031-07-15T12:00:00Z', 'America/Dawson_Creek')).toBe('5:00 AM')
  expect(formatTimeOfDay('2031-05-15T12:00:00Z', 'America/Dawson_Creek')).toBe('5:00 AM')
})

test.each([edmonton, adelaide, 'Australia/Lord_Howe', 'Africa/Casablanca'])(
  'the offsets of %s give the same hours as Intl for three years',
  (zone) => {
    const [start, end] = [new Date('2022-01-01T00:00:00Z'), new Date('2025-01-01T00:00:00Z')]
    useServerOffsets('Learned/Zone', listOffsetChanges(zone, start, end))
    const wrong: string[] = []
    for (let at = start.getTime(); at < end.getTime(); at += 3_600_000) {
      const timestamp = new Date(at)
      if (dayOf(timestamp, zone) !== dayOf(timestamp, 'Learned/Zone')) wrong.push(timestamp.toISOString())
      if (formatClockTime(timestamp, zone) !== formatClockTime(timestamp, 'Learned/Zone'))
        wrong.push(timestamp.toISOString())
    }
    expect(wrong).toEqual([])
  },
)

test('time zones are IANA names', () => {
  for (const name of ['America/Edmonton', 'Australia/Adelaide', 'Asia/Kolkata', 'US/Pacific', 'UTC', 'MST', 'EST5EDT'])
    expect(isZone(name)).toBe(true)
  for (const name of ['', ' ', 'Edmonton', 'America/Nowhere', '+02:00', '-7', 'AET', 'ist', 'US/Pacific-New'])
    expect(isZone(name)).toBe(false)
})

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['9999-12-31', 1, '10000-01-01'],
  ['10000-01-01', -1, '9999-12-31'],
] as const)('%s and %i days is %s', (day, count, other) => expect(addDays(day, count)).toBe(other))

test('a zone is named where its clocks differ from those of the device', () => {
  const named = (zone: string, deviceOffset: number) => zoneNameIfElsewhere('2026-07-01T12:00:00Z', zone, deviceOffset)
  expect(named('America/Edmonton', 360)).toBeNull()
  expect(named('America/Regina', 360)).toBeNull()
  expect(named('America/Winnipeg', 360)).toBe('CDT')
  expect(named('America/Edmonton', -120)).toBe('MDT')
})

test.each([
  ['11/20/2026', '2026-11-20'],
  ['1/2/2026', '2026-01-02'],
  [' 01/02/2026 ', '2026-01-02'],
  ['02/29/2028', '2028-02-29'],
  ['02/29/2026', null],
  ['13/01/2026', null],
  ['11/20/26', null],
  ['11/20/20266', null],
  ['111/20/2026', null],
  ['11/200/2026', null],
  ['2026-11-20', null],
  ['', null],
])('the typed day %j is %s', (typed, day) => {
  expect(parseTypedDay(typed)).toBe(day)
})

test('a day is shown in its field as it is typed', () => {
  expect(formatTypedDay('2026-01-02')).toBe('01/02/2026')
  expect(parseTypedDay(formatTypedDay('2026-11-20'))).toBe('2026-11-20')
})

test.each([
  ['2026-11-20', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['2026-11-20T00:00:00Z', false],
])('%s is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is)
})

test.each([
  ['1949-12-31', false],
  ['1950-01-01', true],
  ['2026-11-20', true],
  ['2027-11-21', true],
  ['2027-11-22', false],
])('on November 20th 2026, something on %s is plausible: %s', (day, is) => {
  expect(isPlausibleDay(day, new Date('2026-11-20T18:00:00Z'))).toBe(is)
})

test.each([
  ['2026-01-27', 1, '2026-01-28'],
  ['2026-01-28', 1, '2026-01-29'],
  ['2026-01-31', 1, '2026-02-01'],
  ['2026-02-28', 1, '2026-03-01'],
  ['2026-03-02', -1, '2026-03-01'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-11-20', -366, '2025-11-19'],
])('%s and %d days is %s', (day, count, sum) => {
  expect(addDays(day, count)).toBe(sum)
  expect(daysBetween(day, sum)).toBe(count)
})

test.each([
  ['2026-11-25T20:30:00Z', 'America/Denver', 'November 25th 2026, 1:30 PM'],
  // another zone whose clocks show the same time
  ['2026-07-25T20:30:00Z', edmonton, 'July 25th 2026, 2:30 PM'],
  ['2026-11-25T20:30:00Z', 'America/Winnipeg', 'November 25th 2026, 2:30 PM CST'],
  // without a time of day
  ['2026-11-25T06:00:00Z', 'America/Winnipeg', 'November 25th 2026'],
  ['2026-11-25T20:30:00Z', null, 'November 25th 2026, 1:30 PM'],
])('a visit at %s to a site in %s of a practice in Denver is on %s', (visit, time_zone, shown) => {
  expect(formatVisitAtSite(visit, { time_zone }, 'America/Denver')).toBe(shown)
})
