import { describe, expect, test } from 'vitest'
import { storedNumber } from './animal-fields.ts'
import { type CarcassBand, carcassOf, clockOfAll, defaultCarcassLimits, examineBy, possibleClocks } from './carcass.ts'

const now = new Date('2026-11-20T18:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const bandOf = (hours: number, air_temperature_c: number | null = null, limits = defaultCarcassLimits) => {
  const fields = { died_at: ago(hours), air_temperature_c }
  return carcassOf({ ...fields, examine_by: examineBy(fields, limits) }, limits, now)?.band
}
const minute = 1 / 60

test.each<[number, number | null, CarcassBand]>([
  [0, null, 'fresh'],
  [6 - minute, null, 'fresh'],
  [6, null, 'fading'],
  [12, null, 'fading'],
  [12 + minute, null, 'poor'],
  [24, null, 'poor'],
  [24 + minute, null, 'late'],
  [6 - minute, 24.9, 'fresh'],
  [4 - minute, 25, 'fresh'],
  [4, 25, 'fading'],
  [24 + minute, 5, 'late'],
  [24 + minute, 4.9, 'poor'],
  [48, -20, 'poor'],
  [48 + minute, -20, 'late'],
])('%s hours after death at %s °C a carcass is %s', (hours, temperature, band) => {
  expect(bandOf(hours, temperature)).toBe(band)
})

test('the practice sets the limits', () => {
  const limits = { ...defaultCarcassLimits, carcass_fresh_hours: 3, carcass_fading_hours: 5, carcass_late_hours: 8 }
  expect([2, 3, 5, 6, 8, 9].map((hours) => bandOf(hours, null, limits))).toEqual([
    'fresh',
    'fading',
    'fading',
    'poor',
    'poor',
    'late',
  ])
  // shorter than the limit for heat
  expect(bandOf(3.5, 30, limits)).toBe('fading')
  // the final limit takes precedence over the others
  expect(bandOf(5, null, { ...defaultCarcassLimits, carcass_late_hours: 4 })).toBe('late')
})

test('the clock uses the time of death, else of discovery, else is unknown', () => {
  const limits = defaultCarcassLimits
  const times = { died_at: '2026-11-20T06:00:00Z', found_at: '2026-11-20T13:00:00Z' }
  expect(examineBy(times, limits)).toEqual(new Date('2026-11-21T06:00:00Z'))
  expect(examineBy({ found_at: times.found_at }, limits)).toEqual(new Date('2026-11-21T13:00:00Z'))
  expect(examineBy({ air_temperature_c: 3 }, limits)).toBeNull()
  expect(carcassOf({ examine_by: null }, limits, now)).toBeNull()
  expect(carcassOf({ examine_by: '2026-11-21T06:00:00Z' }, limits, now)).toBeNull()
  expect(carcassOf({ ...times, examine_by: '2026-11-21T06:00:00Z' }, limits, now)).toEqual({
    hours: 12,
    band: 'fading',
  })
})

test('a carcass stays late after its stored time, although the limits have been raised since', () => {
  const died = { died_at: ago(20) }
  expect(carcassOf({ ...died, examine_by: ago(minute) }, defaultCarcassLimits, now)).toEqual({
    hours: 20,
    band: 'late',
  })
  expect(carcassOf({ ...died, examine_by: ago(-minute) }, defaultCarcassLimits, now)).toEqual({
    hours: 20,
    band: 'poor',
  })
})

test('hours are exact across daylight saving time', () => {
  // 20:00 before daylight saving time begins in Denver: a day later it is 21:00 there
  const found = { found_at: '2026-03-07T20:00:00-07:00' }
  expect(examineBy(found, defaultCarcassLimits)).toEqual(new Date('2026-03-08T21:00:00-06:00'))
  const later = { ...found, examine_by: examineBy(found, defaultCarcassLimits) }
  expect(carcassOf(later, defaultCarcassLimits, new Date('2026-03-08T03:00:00-06:00'))).toEqual({
    hours: 6,
    band: 'fading',
  })
  // and before it ends
  expect(examineBy({ found_at: '2026-10-31T20:00:00-06:00' }, defaultCarcassLimits)).toEqual(
    new Date('2026-11-01T19:00:00-07:00'),
  )
})

test('the age of a carcass is rounded to a hundredth of an hour', () => {
  const ageOf = (minutes: number) => {
    const fields = { died_at: ago(minutes / 60) }
    return carcassOf({ ...fields, examine_by: null }, defaultCarcassLimits, now)?.hours
  }
  expect([20, 40].map(ageOf)).toEqual([0.33, 0.67])
})

test('a time of death in the future counts as a fresh carcass, not as a negative age', () => {
  const fields = { died_at: ago(-0.05) }
  expect(carcassOf({ ...fields, examine_by: null }, defaultCarcassLimits, now)).toEqual({ hours: 0, band: 'fresh' })
})

describe('the clock of a ticket', () => {
  const diedHoursAgo = (hours: number, air_temperature_c: number | null = null) => ({
    died_at: new Date(now.getTime() - hours * 3_600_000).toISOString(),
    air_temperature_c,
    examine_by: null,
  })
  const unknown = { examine_by: null }
  test.each([
    [[], null],
    [[unknown], null],
    [[diedHoursAgo(3)], ['fresh', 21]],
    // the one that expires first, of those that have not expired
    [
      [diedHoursAgo(3), diedHoursAgo(9), diedHoursAgo(30)],
      ['fading', 15],
    ],
    // carcasses last longer in the cold
    [
      [diedHoursAgo(9), diedHoursAgo(30, -5)],
      ['fading', 15],
    ],
    [
      [diedHoursAgo(30, -5), unknown],
      ['poor', 18],
    ],
    // one that expires at this moment has not expired
    [
      [diedHoursAgo(24), diedHoursAgo(3)],
      ['poor', 0],
    ],
    // all have expired: the one that expired last
    [
      [diedHoursAgo(30), diedHoursAgo(50)],
      ['late', -6],
    ],
  ])('of animals that are %j is %j', (animals, shown) => {
    const clock = clockOfAll(animals, defaultCarcassLimits, now)
    expect(clock && [clock.band, (clock.examineBy.getTime() - now.getTime()) / 3_600_000]).toEqual(shown)
  })
  test.each([
    // warm, hot, cold
    [21, ['fresh', 'fresh', 'poor']],
    [19, ['fresh', 'fading', 'poor']],
    [15, ['fading', 'fading', 'poor']],
    [3, ['poor', 'poor', 'poor']],
    [-1, ['late', 'late', 'late']],
    // it may have died at this moment, in any weather
    [24, ['fresh', 'fresh', 'poor']],
    // only a carcass in the cold has this much time left
    [46, ['fresh']],
    [30, ['poor']],
  ])('with %d hours left and nothing else known may be %j', (left, bands) => {
    const examineBy = new Date(now.getTime() + left * 3_600_000).toISOString()
    expect(possibleClocks(examineBy, defaultCarcassLimits, now).map(({ band }) => band)).toEqual(bands)
  })
})

test.each([
  [4.96, 4.9],
  [4.9, 4.9],
  [5, 5],
  [24.999, 24.9],
  [25, 25],
  [-4.96, -5],
  [-0.04, -0.1],
])('an air temperature of %s °C is stored as %s, on the same side of the limits of the clock', (sent, stored) => {
  expect(storedNumber('air_temperature_c', sent)).toBe(stored)
})
