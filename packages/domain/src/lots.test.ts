import { expect, test } from 'vitest'
import { isUnusualHead, likelyLot, lotKey, lotTitle, validateHeadCount, validateLot } from './lots.ts'
import { texts } from './texts.ts'

const lots = ['F26-088', 'F26-101', 'Heifers 7', 'Heifers 07 B'].map((name) => ({ name }))

test('the key of a lot ignores case and spaces', () => {
  expect(lotKey(' F26 -\u00A0088\n')).toBe('f26-088')
})

test.each([
  ['f26 88', 'F26-088'],
  ['Lot F26/088', 'F26-088'],
  ['heifers-07', 'Heifers 7'],
  ['HEIFERS 7b', 'Heifers 07 B'],
])('%s most likely means the lot %s', (name, lot) => {
  expect(likelyLot(name, lots)).toEqual({ name: lot })
})

test.each(['F26-881', 'F26-88 B', 'Steers', 'Lot', ''])('%s is not taken for any lot', (name) => {
  expect(likelyLot(name, lots)).toBeUndefined()
})

test('a name that fits two lots is taken for neither', () => {
  expect(likelyLot('A 1', [{ name: 'A-1' }, { name: 'A-01' }])).toBeUndefined()
})

test.each([
  [80_200, 8020, true],
  [802, 8020, true],
  [16_041, 8020, true],
  [16_040, 8020, false],
  [4010, 8020, false],
  [4009, 8020, true],
  [0, 0, false],
  [1, 0, true],
])('%i head after %i may be a typing error: %s', (head, last, isUnusual) => {
  expect(isUnusualHead(head, last)).toBe(isUnusual)
})

test.each([
  ['F26-031', 'Lot F26-031'],
  ['LOT 2', 'LOT 2'],
  ['Lot-7', 'Lot-7'],
  ['Lotus', 'Lot Lotus'],
])('the title of the lot %s is %s', (name, title) => {
  expect(lotTitle(name)).toBe(title)
})

test.each([
  ['2026-11-02', '2026-11-01', true],
  ['2026-11-02', '2026-11-02', false],
  [null, '2026-11-02', false],
  ['2026-11-02', null, false],
])('a lot that arrived on %s and was closed on %s was closed too early: %s', (arrived_at, closed_at, isEarly) => {
  const lot = { site_id: 'site', name: 'F26-088', head_in: null, source: null, sex: null, arrival_weight: null }
  const errors = isEarly ? { closed_at: [texts.validation.closedBeforeArrival] } : {}
  expect(validateLot({ ...lot, arrived_at, closed_at }, new Date('2026-11-20T18:00:00Z'))).toEqual(errors)
})

test('a head count needs a site, a day and a number, which may be zero', () => {
  const now = new Date('2026-11-20T18:00:00Z')
  const { siteRequired, dateRequired, headRequired } = texts.validation
  expect(validateHeadCount({ site_id: null, date: null, head: null }, now)).toEqual({
    site_id: [siteRequired],
    date: [dateRequired],
    head: [headRequired],
  })
  expect(validateHeadCount({ site_id: 'site', date: '2026-11-20', head: 0 }, now)).toEqual({})
})
