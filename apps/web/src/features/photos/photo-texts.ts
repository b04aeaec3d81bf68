export const photoTexts = {
  title: 'Photos',
  titleOf: (animal: string) => `Photos of ${animal}`,
  whichAnimal: 'Choose the animal the photos belong to.',
  saved: 'Saved',
  savedHeading: 'Saved photos',
  notSavedHeading: 'Not saved yet',
  notSaved: 'Not saved',
  take: 'Take photo',
  add: 'Add photos',
  addOrDelete: 'Add or delete photos',
  count: (count: number) => (count === 1 ? '1 photo' : `${count} photos`),
  waiting: (count: number) => `${count} not saved`,
  view: (name: string) => `View ${name}`,
  remove: (name: string) => `Remove ${name}`,
  delete: (name: string) => `Delete ${name}`,
  askDelete: (name: string) => `Delete ${name}?`,
  retry: (name: string) => `Retry ${name}`,
  sent: (share: number) => `${Math.round(share * 100)} %`,
  uploading: (name: string) => `Uploading ${name}`,
  removeAll: 'Remove all',
  askRemoveAll: (count: number) => `Remove ${count === 1 ? 'the photo' : `all ${count} photos`} not saved yet?`,
  fromBefore: (count: number) =>
    count === 1
      ? '1 photo from before is not saved yet. Save it, or remove it.'
      : `${count} photos from before are not saved yet. Save them, or remove them.`,
  unsavedSomewhere: (count: number) =>
    count === 1 ? '1 photo is not saved yet.' : `${count} photos are not saved yet.`,
  goOn: 'Go on',
  staysHere: 'The photos that are not saved stay on this device; you can go on with them later.',
  lostAtLogout: (count: number) =>
    count === 1
      ? '1 photo is not saved. Logging out deletes it from this device.'
      : `${count} photos are not saved. Logging out deletes them from this device.`,
  noRoom: 'This device cannot keep the photo. Save it before you close the page.',
  animalMissing: 'This animal is not on the ticket, so its photos cannot be saved yet.',
  openTicket: 'Open the ticket',
  position: (name: string, at: number, total: number) => `${name}, ${at} of ${total}`,
  previous: 'Previous photo',
  next: 'Next photo',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomShort: (zoom: string) => `${zoom}×`,
  zoomInWords: (zoom: string) => `Zoom ${zoom} times`,
} as const
