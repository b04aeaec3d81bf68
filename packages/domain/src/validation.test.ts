import { expect, test } from 'vitest'
import { collectErrors, validateText, validateYear } from './validation.ts'

test.each([
  ['', 5, 'Required.', 'Required.'],
  [' ', 5, 'Required.', 'Required.'],
  [null, 5, 'Required.', 'Required.'],
  [undefined, 5, undefined, null],
  ['12345', 5, undefined, null],
  [' 12345 ', 5, undefined, null],
  ['123456', 5, undefined, 'Please enter at most 5 characters.'],
])('%j of at most %d characters, required: %j, has the error %j', (text, maxLength, required, error) => {
  expect(validateText(text, maxLength, required)).toBe(error)
})

test('only fields with an error are listed, in their order', () => {
  expect(Object.entries(collectErrors({ name: 'Required.', phone: null, email: 'Invalid.' }))).toEqual([
    ['name', ['Required.']],
    ['email', ['Invalid.']],
  ])
})

test('a day far in the past or future is questioned, a missing one is not', () => {
  const now = new Date('2026-11-20T18:00:00Z')
  expect([null, undefined, '2026-11-20'].map((day) => validateYear(day, now))).toEqual([null, null, null])
  expect([validateYear('0206-11-20', now), validateYear('2926-11-20', now)].map(Boolean)).toEqual([true, true])
})
