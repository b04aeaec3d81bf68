import { expect, test } from 'vitest'
import { likelyLot, lotKey, lotTitle } from './lots.ts'

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
  ['F26-031', 'Lot F26-031'],
  ['LOT 2', 'LOT 2'],
  ['Lot-7', 'Lot-7'],
  ['Lotus', 'Lot Lotus'],
])('the title of the lot %s is %s', (name, title) => {
  expect(lotTitle(name)).toBe(title)
})
