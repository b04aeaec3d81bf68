import {
  defaultScannerSettings,
  isSameScanner,
  type ScannerSettings,
  settingsFromStored,
} from '@chisholm/domain/scanner-settings'

const key = 'chisholm.scanner'

/** What the practice says, as this page heard it last. */
let practice = defaultScannerSettings

/**
 * The settings scans are read by. A scanner belongs to the device, so the browser's own win, whoever signs in; without
 * them the practice's hold.
 */
export const scannerSettings = {
  own: (): ScannerSettings | null => settingsFromStored(localStorage.getItem(key)),
  inForce: (): ScannerSettings => scannerSettings.own() ?? practice,
  hear(said: ScannerSettings): void {
    practice = said
  },
  /** Settings like the practice's are none of one's own: they change with it. */
  keepOwn(settings: ScannerSettings): void {
    if (isSameScanner(settings, practice)) scannerSettings.forgetOwn()
    else localStorage.setItem(key, JSON.stringify(settings))
  },
  forgetOwn: (): void => localStorage.removeItem(key),
}
