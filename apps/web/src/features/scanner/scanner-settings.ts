import { uiTexts } from '../../ui-texts.ts'
import type { ResultPosition } from './scanned-text.ts'

/** How this browser talks to its scanner (specification 3, Scanner configuration). */
export interface ScannerSettings extends ResultPosition {
  /** As the device advertises it; empty to choose among all devices nearby. */
  deviceName: string
  serviceUuid: string
  characteristicUuid: string
}

/** Pairs of UUIDs most readers with a serial module use. */
export const uuidsOfMakes = {
  serial: {
    serviceUuid: '0000ffe0-0000-1000-8000-00805f9b34fb',
    characteristicUuid: '0000ffe1-0000-1000-8000-00805f9b34fb',
  },
  nordic: {
    serviceUuid: '6e400001-b5a3-f393-e0a9-e50e24dcca9e',
    characteristicUuid: '6e400003-b5a3-f393-e0a9-e50e24dcca9e',
  },
} as const

export const defaultScannerSettings: ScannerSettings = { deviceName: '', ...uuidsOfMakes.serial, from: 9, to: -6 }

/** The settings as typed into their fields. */
export type TypedSettings = Record<keyof ScannerSettings, string>
export type SettingsMistakes = Partial<Record<keyof ScannerSettings, string>>

export const typedSettings = (settings: ScannerSettings): TypedSettings => ({
  ...settings,
  from: String(settings.from),
  to: String(settings.to),
})

/** Reads what was typed: the settings with their UUIDs written out, or what is wrong field by field. */
export function readSettings(
  typed: TypedSettings,
): { ok: true; settings: ScannerSettings } | { ok: false; mistakes: SettingsMistakes } {
  const serviceUuid = fullUuid(typed.serviceUuid)
  const characteristicUuid = fullUuid(typed.characteristicUuid)
  const from = wholeNumber(typed.from)
  const to = wholeNumber(typed.to)
  const startsOutside = from === null || from < 0
  if (serviceUuid && characteristicUuid && !startsOutside && to !== null && !isEmptyCut(from, to))
    return { ok: true, settings: { deviceName: typed.deviceName.trim(), serviceUuid, characteristicUuid, from, to } }
  const words = uiTexts.scanner.mistakes
  return {
    ok: false,
    mistakes: {
      ...(!serviceUuid && { serviceUuid: typed.serviceUuid.trim() ? words.uuid : words.serviceRequired }),
      ...(!characteristicUuid && {
        characteristicUuid: typed.characteristicUuid.trim() ? words.uuid : words.characteristicRequired,
      }),
      ...(startsOutside && { from: words.from }),
      ...((to === null || isEmptyCut(from ?? 0, to)) && { to: words.to }),
    },
  }
}

const isEmptyCut = (from: number, to: number) => to > 0 && to <= from

function wholeNumber(typed: string): number | null {
  return /^-?\d{1,3}$/.test(typed.trim()) ? Number(typed) : null
}

/** A UUID in its long form, lower case; 4 or 8 hexadecimal digits are short for one of Bluetooth's own. */
function fullUuid(typed: string): string | null {
  const text = typed.trim().toLowerCase()
  const short = /^(?:0x)?([0-9a-f]{8}|[0-9a-f]{4})$/.exec(text)?.[1]
  if (short) return `${short.padStart(8, '0')}-0000-1000-8000-00805f9b34fb`
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null
}

/** What was stored, checked as if typed anew: an older or damaged entry falls back to what is usual. */
export function settingsFromStored(stored: string | null): ScannerSettings {
  try {
    const kept: unknown = stored === null ? null : JSON.parse(stored)
    if (typeof kept !== 'object' || kept === null) return defaultScannerSettings
    const fields = Object.entries({ ...defaultScannerSettings, ...kept }).map(([name, value]) => [name, String(value)])
    const reading = readSettings(Object.fromEntries(fields) as TypedSettings)
    return reading.ok ? reading.settings : defaultScannerSettings
  } catch {
    return defaultScannerSettings
  }
}
