import { expect, test } from 'vitest'
import { formatTicketNumber, parseTicketNumber } from './ticket-number.ts'

const typed = [
  ['12', 12],
  ['CHM-12', 12],
  ['chm-12', 12],
  ['007', 7],
  ['CHM-007', 7],
  ['999999999', 999_999_999],
  ['1000000000', null],
  ['CHM12', null],
  ['CHM-', null],
  ['12a', null],
  ['-12', null],
  ['', null],
] as const

test.each(typed)('%j is ticket %j', (text, pin) => expect(parseTicketNumber(text)).toBe(pin))

test('a formatted ticket number is parsed to the same ticket', () => {
  expect(formatTicketNumber(12)).toBe('CHM-12')
  expect(parseTicketNumber(formatTicketNumber(12))).toBe(12)
})
