import { expect, test } from 'vitest'
import { isLocked } from './device-lock.ts'

const day = 24 * 3_600_000
const now = Date.parse('2026-03-20T12:00:00Z')
const use = (daysSinceSignIn: number, daysSinceContact: number) => ({
  owner: 'anybody',
  signedInAt: now - daysSinceSignIn * day,
  lastContactAt: now - daysSinceContact * day,
})

test.each([
  ['yesterday was the last contact', 5, 1, false],
  ['seven days ago was the last contact', 10, 7, false],
  ['the server was not reached for more than seven days', 10, 7.01, true],
  ['the sign-in is thirty days old', 30, 1, false],
  ['the sign-in is older than thirty days', 30.01, 0, true],
  ['the clock was set back by two days', 0, -2, true],
])('data on the device when %s', (_case, signedIn, contact, locked) => {
  expect(isLocked(use(signedIn, contact), now, 7)).toBe(locked)
})

test('the practice chooses the days without the server', () => {
  expect([1, 2, 14].map((maxDays) => isLocked(use(20, 2.5), now, maxDays))).toEqual([true, true, false])
})
