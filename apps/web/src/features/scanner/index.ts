export { ScannerStatusBar } from './scanner-status-bar.tsx'
export { scannerTexts } from './scanner-texts.ts'
