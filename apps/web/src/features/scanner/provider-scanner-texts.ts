export const providerScannerTexts = {
  title: 'Scanner settings',
  areaHint: 'How the RFID readers of your practice are found and read.',
  hint: 'Used by every browser without settings of its own, from the next time it opens the scanner page.',
} as const
