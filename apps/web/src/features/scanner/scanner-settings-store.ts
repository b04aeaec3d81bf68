import {
  defaultScannerSettings,
  isSameScannerSettings,
  type ScannerSettings,
  parseStoredSettings,
} from '@chisholm/domain/scanner-settings'
import { storeText } from '../../api/store-text.ts'

const storageKey = 'chisholm.scanner'

/** The settings of the practice as last loaded. */
let providerSettings = defaultScannerSettings

/** Settings that a full device has no space for. They last as long as the page. */
let unstoredSettings: ScannerSettings | null = null

/**
 * The scanner settings. A scanner belongs to a device, so the settings of the browser apply to every user who signs in
 * there. Without them, those of the practice apply.
 */
export const scannerSettingsStore = {
  browserSettings: (): ScannerSettings | null =>
    unstoredSettings ?? parseStoredSettings(localStorage.getItem(storageKey)),
  effectiveSettings: (): ScannerSettings => scannerSettingsStore.browserSettings() ?? providerSettings,
  setProviderSettings(settings: ScannerSettings): void {
    providerSettings = settings
  },
  /** Settings that equal those of the practice are not stored, so that they follow later changes there. */
  saveBrowserSettings(settings: ScannerSettings): void {
    if (isSameScannerSettings(settings, providerSettings)) scannerSettingsStore.clearBrowserSettings()
    else unstoredSettings = storeText(storageKey, JSON.stringify(settings)) ? null : settings
  },
  clearBrowserSettings(): void {
    unstoredSettings = null
    localStorage.removeItem(storageKey)
  },
}
