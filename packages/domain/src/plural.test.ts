import { expect, test } from 'vitest'
import { plural } from './plural.ts'

test.each([
  [0, '0 sites'],
  [1, 'one site'],
  [2, '2 sites'],
  [21, '21 sites'],
])('%i has the form %j', (count, text) => {
  expect(plural(count, 'one site', `${count} sites`)).toBe(text)
})
