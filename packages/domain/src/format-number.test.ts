import { expect, test } from 'vitest'
import { formatNumber } from './format-number.ts'

test.each([
  [999, {}, '999'],
  [12_500, {}, '12,500'],
  [-1_234_567, {}, '-1,234,567'],
  [4.26, { maximumFractionDigits: 1 }, '4.3'],
  [3, { style: 'unit', unit: 'hour', unitDisplay: 'long' }, '3 hours'],
] as const)('%d with %o is shown as %s, whatever the language of the device', (value, options, text) => {
  expect(formatNumber(value, options)).toBe(text)
})
