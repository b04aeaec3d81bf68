import { constants } from './constants.ts'
import { texts } from './texts.ts'
import { keysOf } from './typed-objects.ts'
import { isUuid } from './uuid.ts'

/**
 * Position of the result in the received text. A negative `end` counts from the end of the text; 0 is the end itself.
 */
export interface ResultPosition {
  from: number
  to: number
}

/** Scanner settings (specification 3, Scanner configuration). */
export interface ScannerSettings extends ResultPosition {
  /** Name that the device advertises. If empty, the user chooses from all nearby devices. */
  deviceName: string
  serviceUuid: string
  characteristicUuid: string
}

/** UUIDs of common Bluetooth modules that behave like a serial port. */
export const knownUuids = {
  serial: {
    serviceUuid: '0000ffe0-0000-1000-8000-00805f9b34fb',
    characteristicUuid: '0000ffe1-0000-1000-8000-00805f9b34fb',
  },
  nordic: {
    serviceUuid: '6e400001-b5a3-f393-e0a9-e50e24dcca9e',
    characteristicUuid: '6e400003-b5a3-f393-e0a9-e50e24dcca9e',
  },
} as const

export const defaultScannerSettings: ScannerSettings = { deviceName: '', ...knownUuids.serial, from: 9, to: -6 }

export type TypedScannerSettings = Record<keyof ScannerSettings, string>
export type ScannerSettingsErrors = Partial<Record<keyof ScannerSettings, string>>

/** The settings as the texts of the form. */
export const toTypedSettings = (settings: ScannerSettings): TypedScannerSettings => ({
  ...settings,
  from: String(settings.from),
  to: String(settings.to),
})

/**
 * Validates what was typed into the form.
 * @returns settings with full UUIDs, or errors by field
 */
export function parseScannerSettings(
  typed: TypedScannerSettings,
): { ok: true; settings: ScannerSettings } | { ok: false; errors: ScannerSettingsErrors } {
  const serviceUuid = fullUuid(typed.serviceUuid)
  const characteristicUuid = fullUuid(typed.characteristicUuid)
  const from = wholeNumber(typed.from)
  const to = wholeNumber(typed.to)
  const startsOutside = from === null || from < 0
  const deviceName = typed.deviceName.trim()
  const nameFits = deviceName.length <= constants.scannerNameMax
  if (serviceUuid && characteristicUuid && !startsOutside && to !== null && !isEmptyRange(from, to) && nameFits)
    return { ok: true, settings: { deviceName, serviceUuid, characteristicUuid, from, to } }
  const errorTexts = texts.scannerErrors
  return {
    ok: false,
    errors: {
      ...(!nameFits && { deviceName: errorTexts.deviceName(constants.scannerNameMax) }),
      ...(!serviceUuid && { serviceUuid: typed.serviceUuid.trim() ? errorTexts.uuid : errorTexts.serviceRequired }),
      ...(!characteristicUuid && {
        characteristicUuid: typed.characteristicUuid.trim() ? errorTexts.uuid : errorTexts.characteristicRequired,
      }),
      ...(startsOutside && { from: errorTexts.from }),
      ...((to === null || isEmptyRange(from ?? 0, to)) && { to: errorTexts.to }),
    },
  }
}

const isEmptyRange = (from: number, to: number) => to > 0 && to <= from

function wholeNumber(typed: string): number | null {
  return /^-?\d{1,3}$/.test(typed.trim()) ? Number(typed) : null
}

/** Expands 4 or 8 hexadecimal digits to a full Bluetooth UUID in lower case. Returns null for anything else. */
function fullUuid(typed: string): string | null {
  const text = typed.trim().toLowerCase()
  const short = /^(?:0x)?([0-9a-f]{8}|[0-9a-f]{4})$/.exec(text)?.[1]
  if (short) return `${short.padStart(8, '0')}-0000-1000-8000-00805f9b34fb`
  return isUuid(text) ? text : null
}

export const isSameScannerSettings = (one: ScannerSettings, other: ScannerSettings) =>
  keysOf(one).every((name) => one[name] === other[name])

/**
 * Parses settings that a browser stored. Missing fields get their defaults.
 * @returns null if the stored text is unusable
 */
export function parseStoredSettings(stored: string | null): ScannerSettings | null {
  try {
    const value: unknown = stored === null ? null : JSON.parse(stored)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const fields = Object.entries({ ...defaultScannerSettings, ...value }).map(([name, value]) => [name, String(value)])
    // cast: Object.fromEntries loses the key type
    const reading = parseScannerSettings(Object.fromEntries(fields) as TypedScannerSettings)
    return reading.ok ? reading.settings : null
  } catch {
    return null
  }
}

/** Name of each setting in the API. */
export const apiFieldBySetting = {
  deviceName: 'device_name',
  serviceUuid: 'service_uuid',
  characteristicUuid: 'characteristic_uuid',
  from: 'result_from',
  to: 'result_to',
} as const satisfies Record<keyof ScannerSettings, string>
