import { type ScannerSettings, settingsFromStored } from './scanner-settings.ts'

const key = 'chisholm.scanner'

/** The scanner belongs to the device, so its settings stay in this browser, whoever signs in. */
export const storedSettings = {
  read: (): ScannerSettings => settingsFromStored(localStorage.getItem(key)),
  write: (settings: ScannerSettings): void => localStorage.setItem(key, JSON.stringify(settings)),
}
