export type TemperatureUnit = 'C' | 'F'

const oneDecimal = (value: number) => Math.round(value * 10) / 10
const toFahrenheit = (celsius: number): number => oneDecimal(celsius * 1.8 + 32)

/** Adds the unit to the typed text: `12` is °C, `54 °F` is °F. */
export const withUnit = (typed: string, unit: TemperatureUnit): string =>
  unit === 'F' && typed.trim() ? `${typed.trim()} °F` : typed
export const unitOf = (text: string): TemperatureUnit => (/F\s*$/i.test(text) ? 'F' : 'C')
/** Removes the unit from such a text. */
export const withoutUnit = (text: string): string => text.replace(/\s*°?\s*[FC]\s*$/i, '')

/** The temperature in °C; null for empty text, NaN for anything that is not a temperature. Accepts a decimal comma. */
export function parseTemperature(text: string): number | null {
  const typed = withoutUnit(text).trim().replace(',', '.')
  if (!typed) return null
  return unitOf(text) === 'F' ? oneDecimal((Number(typed) - 32) / 1.8) : Number(typed)
}

/** The same temperature in another unit; text that is not a temperature stays as it is. */
export function convertTemperature(text: string, unit: TemperatureUnit): string {
  const celsius = parseTemperature(text)
  if (celsius === null || Number.isNaN(celsius) || unitOf(text) === unit) return withUnit(withoutUnit(text), unit)
  return unit === 'F' ? withUnit(String(toFahrenheit(celsius)), 'F') : String(celsius)
}

/** Temperatures to choose from, in °C. */
export const weather = [
  ['freezing', -5],
  ['cool', 10],
  ['mild', 20],
  ['hot', 32],
] as const
