import { expect, test } from 'vitest'
import { toIso } from './iso-timestamps.ts'

test.each([
  '2027-01-02T03:04:05+00:00',
  '2027-01-02T03:04:05.1+00:00',
  '2027-01-02T03:04:05.12+00:00',
  '2027-01-02T03:04:05.123999+00:00',
  '2027-01-02T03:04:05.123456+05:30',
  '2027-01-02T03:04:05-07:00',
  '0001-01-02T03:04:05.5+00:00',
])('the timestamp that PostgreSQL writes as %s is in UTC and has milliseconds', (timestamp) => {
  expect(toIso(timestamp)).toBe(new Date(timestamp).toISOString())
})
