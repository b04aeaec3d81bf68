import { expect, test } from 'vitest'
import { convertTemperature, parseTemperature, type TemperatureUnit, weather } from './air-temperature.ts'

test.each<[string, TemperatureUnit, string]>([
  ['20', 'F', '68 °F'],
  ['68 °F', 'C', '20'],
  ['-5', 'F', '23 °F'],
  ['20', 'C', '20'],
  ['', 'F', ''],
  ['warm', 'F', 'warm °F'],
])('%j in °%s is %j', (text, unit, converted) => {
  expect(convertTemperature(text, unit)).toBe(converted)
})

test('weather chosen in either unit is the same temperature', () => {
  for (const [, celsius] of weather)
    for (const unit of ['C', 'F'] as const)
      expect(parseTemperature(convertTemperature(String(celsius), unit))).toBe(celsius)
})
