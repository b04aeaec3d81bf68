export const reportTexts = {
  title: 'Report',
  titleOf: (number: string) => `Report ${number}`,
  working: 'The report is being prepared. With many photos this takes up to a minute.',
  photosRead: (done: number, photos: number) => `${done} of ${photos} photos`,
  lastStep: 'All photos are in. The pages are being set.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit',
  pages: 'Pages of the report',
} as const
