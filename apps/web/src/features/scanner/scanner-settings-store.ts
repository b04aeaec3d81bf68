import {
  defaultScannerSettings,
  isSameScannerSettings,
  type ScannerSettings,
  parseStoredSettings,
} from '@chisholm/domain/scanner-settings'

const storageKey = 'chisholm.scanner'

/** The settings of the practice as last loaded. */
let providerSettings = defaultScannerSettings

/**
 * The scanner settings. A scanner belongs to a device, so the settings of the browser apply to every user who signs in
 * there. Without them, those of the practice apply.
 */
export const scannerSettingsStore = {
  browserSettings: (): ScannerSettings | null => parseStoredSettings(localStorage.getItem(storageKey)),
  effectiveSettings: (): ScannerSettings => scannerSettingsStore.browserSettings() ?? providerSettings,
  setProviderSettings(settings: ScannerSettings): void {
    providerSettings = settings
  },
  /** Settings that equal those of the practice are not stored, so that they follow later changes there. */
  saveBrowserSettings(settings: ScannerSettings): void {
    if (isSameScannerSettings(settings, providerSettings)) scannerSettingsStore.clearBrowserSettings()
    else localStorage.setItem(storageKey, JSON.stringify(settings))
  },
  clearBrowserSettings: (): void => localStorage.removeItem(storageKey),
}
