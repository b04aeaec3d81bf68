import { expect, test } from 'vitest'
import { insightTexts } from './insight-texts.ts'

const { visit, report } = insightTexts.tickets

test.each([
  [null, 'No visit'],
  [-49, 'Visit before it was sent'],
  [-23.2, 'Visit the same day'],
  [0, 'Visit within an hour'],
  [0.9, 'Visit within an hour'],
  [1, 'Visit after 1 h'],
  [26.4, 'Visit after 26 h'],
  [207, 'Visit after 9 days'],
])('a visit %s hours after its ticket was sent: %s', (hours, text) => {
  expect(visit(hours)).toBe(text)
})

test('a report within the hour has words instead of no hours', () => {
  expect(report(0.2)).toBe('report within an hour')
  expect(report(null)).toBe('no report yet')
})
