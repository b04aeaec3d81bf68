import {
  defaultScannerSettings,
  isSameScannerSettings,
  type ScannerSettings,
  parseStoredSettings,
} from '@chisholm/domain/scanner-settings'

const storageKey = 'chisholm.scanner'

/** The practice's settings as last loaded. */
let providerSettings = defaultScannerSettings

/**
 * The scanner settings. A scanner belongs to a device, so the browser's own settings apply to every user who signs in
 * there; without them those of the practice apply.
 */
export const scannerSettingsStore = {
  browserSettings: (): ScannerSettings | null => parseStoredSettings(localStorage.getItem(storageKey)),
  effectiveSettings: (): ScannerSettings => scannerSettingsStore.browserSettings() ?? providerSettings,
  setProviderSettings(settings: ScannerSettings): void {
    providerSettings = settings
  },
  /** Settings equal to the practice's are not stored, so that they follow later changes of the practice's. */
  saveBrowserSettings(settings: ScannerSettings): void {
    if (isSameScannerSettings(settings, providerSettings)) scannerSettingsStore.clearBrowserSettings()
    else localStorage.setItem(storageKey, JSON.stringify(settings))
  },
  clearBrowserSettings: (): void => localStorage.removeItem(storageKey),
}
