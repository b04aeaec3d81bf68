export const reportTexts = {
  title: 'Report',
  titleOf: (number: string) => `Report ${number}`,
  working: 'The report is being made. One with many photos takes up to a minute.',
} as const
