import {
  defaultScannerSettings,
  isSameScanner,
  type ScannerSettings,
  settingsFromStored,
} from '@chisholm/domain/scanner-settings'

const key = 'chisholm.scanner'

/** The practice's settings as last loaded. */
let practice = defaultScannerSettings

/**
 * The scanner settings. A scanner belongs to a device, so the browser's own settings apply to every user who signs in
 * there; without them those of the practice apply.
 */
export const scannerSettings = {
  own: (): ScannerSettings | null => settingsFromStored(localStorage.getItem(key)),
  inForce: (): ScannerSettings => scannerSettings.own() ?? practice,
  hear(said: ScannerSettings): void {
    practice = said
  },
  /** Settings equal to the practice's are not stored, so that they follow later changes of the practice's. */
  keepOwn(settings: ScannerSettings): void {
    if (isSameScanner(settings, practice)) scannerSettings.forgetOwn()
    else localStorage.setItem(key, JSON.stringify(settings))
  },
  forgetOwn: (): void => localStorage.removeItem(key),
}
