export { providerScannerTexts } from './provider-scanner-texts.ts'
export { ScannerStatusBar } from './scanner-status-bar.tsx'
export { scannerTexts } from './scanner-texts.ts'
