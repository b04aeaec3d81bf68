import { expect, test } from 'vitest'
import { waitsForWifi } from './photo-connection.ts'

test.each([
  [true, 'cellular', true],
  [true, 'bluetooth', true],
  [true, 'wifi', false],
  [true, 'ethernet', false],
  // Safari, Firefox and desktops do not report the type.
  [true, undefined, false],
  [true, 'unknown', false],
  [false, 'cellular', false],
])('photos on Wi-Fi only: %s, on %s: they wait: %s', (isWifiOnly, kind, waits) => {
  expect(waitsForWifi(isWifiOnly, kind)).toBe(waits)
})
