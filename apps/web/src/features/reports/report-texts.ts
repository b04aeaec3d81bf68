export const reportTexts = {
  title: 'Report',
  titleOf: (number: string) => `Report ${number}`,
  working: 'The report is being made. One with many photos takes up to a minute.',
  photosRead: (done: number, photos: number) => `${done} of ${photos} photos`,
  lastStep: 'All photos are in. The pages are being set.',
} as const
