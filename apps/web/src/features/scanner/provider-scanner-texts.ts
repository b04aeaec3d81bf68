export const providerScannerTexts = {
  title: 'Scanner settings',
  areaHint: 'How the RFID readers of your practice are found and read.',
  hint: 'Used in every browser without settings of its own, from its next visit to the scanner page on.',
} as const
