export const reportTexts = {
  title: 'Report',
  titleOf: (number: string) => `Report ${number}`,
  working: 'The report is being made.',
} as const
