import { defaultScannerSettings } from '@chisholm/domain/scanner-settings'
import { expect, test, vi } from 'vitest'

const isFull = () => {
  throw new DOMException('No space.', 'QuotaExceededError')
}
vi.stubGlobal('localStorage', { getItem: () => null, setItem: isFull, removeItem: () => undefined })
const { scannerSettingsStore } = await import('./scanner-settings-store.ts')

test('settings that a full device cannot store apply as long as the page, until those of the practice are chosen', () => {
  const own = { ...defaultScannerSettings, deviceName: 'Chute 2' }
  scannerSettingsStore.saveBrowserSettings(own)
  expect(scannerSettingsStore.effectiveSettings()).toEqual(own)
  scannerSettingsStore.clearBrowserSettings()
  expect(scannerSettingsStore.effectiveSettings()).toEqual(defaultScannerSettings)
})
