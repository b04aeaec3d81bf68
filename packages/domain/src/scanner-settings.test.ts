import { expect, test } from 'vitest'
import {
  defaultScannerSettings,
  isSameScannerSettings,
  parseScannerSettings,
  parseStoredSettings,
  toTypedSettings,
} from './scanner-settings.ts'

const typed = toTypedSettings(defaultScannerSettings)

test('the default settings are valid and extract the RFID as specified', () => {
  expect(parseScannerSettings(typed)).toEqual({ ok: true, settings: defaultScannerSettings })
  expect(defaultScannerSettings).toMatchObject({ from: 9, to: -6 })
})

test.each([
  ['ffe0', '0000ffe0-0000-1000-8000-00805f9b34fb'],
  [' 0xFFE0 ', '0000ffe0-0000-1000-8000-00805f9b34fb'],
  ['0000FFE0', '0000ffe0-0000-1000-8000-00805f9b34fb'],
  ['6E400001-B5A3-F393-E0A9-E50E24DCCA9E', '6e400001-b5a3-f393-e0a9-e50e24dcca9e'],
])('the UUID %j is understood as %s', (serviceUuid, full) => {
  expect(parseScannerSettings({ ...typed, serviceUuid })).toMatchObject({ settings: { serviceUuid: full } })
})

test.each([
  ['serviceUuid', '', 'Service UUID is required.'],
  ['characteristicUuid', ' ', 'Characteristic UUID is required.'],
  ['serviceUuid', 'ffe', 'A UUID has'],
  ['characteristicUuid', '6e400001-b5a3-f393-e0a9-e50e24dcca9', 'A UUID has'],
  ['characteristicUuid', '6g400001-b5a3-f393-e0a9-e50e24dcca9e', 'A UUID has'],
  ['from', '-1', '0 or more'],
  ['from', 'nine', '0 or more'],
  ['to', '', 'after the start'],
  ['to', '9', 'after the start'],
  ['to', '1', 'after the start'],
  ['to', '1000', 'after the start'],
  ['deviceName', 'R'.repeat(249), 'at most 248'],
])('%s %j is refused at its field: %s', (field, text, words) => {
  const reading = parseScannerSettings({ ...typed, [field]: text })
  expect(reading).toEqual({ ok: false, errors: { [field]: expect.stringContaining(words) } })
})

test.each([
  ['9', '10'],
  ['9', '0'],
  ['0', '1'],
  ['0', '0'],
  ['999', '-999'],
])('a result from %s to %s is accepted', (from, to) => {
  expect(parseScannerSettings({ ...typed, from, to })).toMatchObject({
    ok: true,
    settings: { from: Number(from), to: Number(to) },
  })
})

test('the start and the end are refused together only if both are wrong', () => {
  expect(parseScannerSettings({ ...typed, from: 'nine', to: '1' })).toEqual({
    ok: false,
    errors: { from: expect.stringContaining('0 or more') },
  })
  expect(parseScannerSettings({ ...typed, from: 'nine', to: 'ten' })).toEqual({
    ok: false,
    errors: { from: expect.any(String), to: expect.any(String) },
  })
})

test.each(Object.keys(defaultScannerSettings))('settings that differ in %s only are different', (name) => {
  expect(isSameScannerSettings(defaultScannerSettings, { ...defaultScannerSettings })).toBe(true)
  expect(isSameScannerSettings(defaultScannerSettings, { ...defaultScannerSettings, [name]: 'other' })).toBe(false)
})

test('the name of a device may have 248 characters', () => {
  expect(parseScannerSettings({ ...typed, deviceName: 'R'.repeat(248) }).ok).toBe(true)
})

test('stored settings are parsed; older ones get defaults, damaged ones are ignored', () => {
  const own = { ...defaultScannerSettings, deviceName: 'READER', from: 0 }
  expect(parseStoredSettings(JSON.stringify(own))).toEqual(own)
  expect(parseStoredSettings('{"deviceName":"READER"}')).toEqual({ ...defaultScannerSettings, deviceName: 'READER' })
  for (const broken of [null, '', 'null', '{', '[]', '{"serviceUuid":"nonsense"}'])
    expect(parseStoredSettings(broken)).toBeNull()
})
