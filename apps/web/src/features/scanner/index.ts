export { ScannerStrip } from './scanner-strip.tsx'
export { scannerTexts } from './scanner-texts.ts'
