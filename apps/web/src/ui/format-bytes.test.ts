import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test.each([
  [0, '0 kB'],
  [1, '0 kB'],
  [500, '0.5 kB'],
  [999, '1 kB'],
  [1000, '1 kB'],
  [4200, '4.2 kB'],
  [9940, '9.9 kB'],
  [42_400, '42 kB'],
  [999_400, '999 kB'],
  [999_999, '1 MB'],
  [1_000_000, '1 MB'],
  [4_249_999, '4.2 MB'],
  [999_700_000, '1 GB'],
  [1e9, '1 GB'],
  [12_500_000_000, '13 GB'],
  [1e12, '1 TB'],
  [2.5e15, '2,500 TB'],
])('%i bytes are shown as %s', (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown)
})
