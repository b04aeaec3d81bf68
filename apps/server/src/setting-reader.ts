import { isDatabaseUrl, isNetwork, isPositiveNumber, isUrl, isWholeNumber } from './setting-formats.ts'
import { defaults, forever, maxRetentionDays, type SettingName } from './settings-table.ts'

/** Reads single settings from the environment, and collects one line per error. */
export type SettingReader = ReturnType<typeof createSettingReader>

/** @param env  variables by name; empty ones count as unset */
export function createSettingReader(env: Record<string, string | undefined>) {
  const errors: string[] = []
  const valueOf = (name: SettingName) => env[name]?.trim() || undefined
  const textOf = (name: SettingName) => valueOf(name) ?? defaults[name]
  const addError = (name: SettingName, must: string) => errors.push(`${name} ${must}, not '${valueOf(name) ?? ''}'.`)

  /** A whole number from `min` to `max`. */
  function wholeNumber(name: SettingName, min: number, max: number, unit = ''): number {
    const text = textOf(name)
    if (!isWholeNumber(text, min, max))
      addError(name, `must be a whole number ${unit && `of ${unit} `}from ${min} to ${max}`)
    return Number(text)
  }

  /** One of these texts; the default one if it is unset or wrong. */
  function choice<const Choice extends string, Default extends Choice | undefined>(
    name: SettingName,
    choices: readonly Choice[],
    standard: Default,
  ): Choice | Default {
    const value = valueOf(name)
    const chosen = choices.find((one) => one === value)
    if (value !== undefined && chosen === undefined)
      addError(name, `must be ${choices.length === 2 ? choices.join(' or ') : `one of ${choices.join(', ')}`}`)
    return chosen ?? standard
  }

  /** A URL with one of these protocols and a host. */
  function url(name: SettingName, protocols: string[]): string | undefined {
    const value = valueOf(name)
    if (value === undefined || isUrl(value, protocols)) return value
    // The value may contain a password, so it is not repeated.
    errors.push(`${name} must be an address that starts with ${protocols.map((one) => `${one}//`).join(' or ')}.`)
    return undefined
  }

  function databaseUrl(name: SettingName): string | undefined {
    const value = valueOf(name)
    if (value === undefined || isDatabaseUrl(value)) return value
    errors.push(`${name} must be an address that starts with postgres://.`)
    return undefined
  }

  /** IP addresses and networks, separated by commas. */
  function networks(name: SettingName): string[] {
    const all = (valueOf(name) ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
    if (!all.every(isNetwork)) addError(name, 'must be addresses or networks separated by commas, like 10.0.0.0/8')
    return all
  }

  /** A number of days; null: forever. */
  function days(name: SettingName): number | null {
    const text = textOf(name)
    if (text === forever) return null
    if (!isPositiveNumber(text, maxRetentionDays))
      addError(name, `must be a whole number of days from 1 to ${maxRetentionDays}, or ${forever}`)
    return Number(text)
  }

  return { errors, valueOf, textOf, addError, wholeNumber, choice, url, databaseUrl, networks, days }
}
