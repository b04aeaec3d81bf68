import { expect, test } from 'vitest'
import { channelsOf, isQuiet, isSilenceable, notificationKinds, notificationTitle } from './notifications.ts'

const everything = { app: true, email: true, push: true }

test('laboratory results, overdue visits and alerts are e-mailed only on request, all else by default', () => {
  const withoutEmail = notificationKinds.filter((kind) => !channelsOf(kind).email)
  expect(withoutEmail).toEqual(['result', 'overdue', 'alert'])
  for (const kind of notificationKinds) expect(channelsOf(kind)).toMatchObject({ app: true, push: true })
  expect(channelsOf('result', { email: true })).toEqual(everything)
})

test('every kind can be silenced except danger signs', () => {
  expect(notificationKinds.filter((kind) => !isSilenceable(kind))).toEqual(['danger'])
  const silent = { app: false, email: false, push: false }
  expect(channelsOf('comment', silent)).toEqual(silent)
  expect(channelsOf('comment', { push: false })).toEqual({ ...everything, push: false })
  expect(channelsOf('danger', silent)).toEqual(everything)
})

test('the title has the number of the ticket; an alert that counts several sites has none', () => {
  for (const kind of notificationKinds) expect(notificationTitle(kind, 'CHM-12')).toContain('CHM-12')
  expect(notificationTitle('danger', 'CHM-12')).toMatch(/^URGENT:/)
  expect(notificationTitle('alert', '')).toBe('Alert')
})

test.each([
  ['06:59', '07:00', '12:00', false],
  ['07:00', '07:00', '12:00', true],
  ['11:59', '07:00', '12:00', true],
  ['12:00', '07:00', '12:00', false],
  // past midnight
  ['21:59', '22:00', '06:00', false],
  ['22:00', '22:00', '06:00', true],
  ['00:00', '22:00', '06:00', true],
  ['05:59', '22:00', '06:00', true],
  ['06:00', '22:00', '06:00', false],
  // without a length
  ['07:00', '07:00', '07:00', false],
])('%s is within quiet hours from %s to %s: %s', (time, from, to, quiet) => {
  expect(isQuiet(time, { from, to })).toBe(quiet)
})
