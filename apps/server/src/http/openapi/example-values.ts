/**
 * What stands in the examples of the API's document for things of one's own. The document tells the names
 * (`x-example-ids`), so that a reader and the test that sends every example know what to put in their place.
 */
const exampleNames = [
  'customer',
  'site',
  'draftTicket',
  'pendingTicket',
  'scheduledTicket',
  'completedTicket',
  'animal',
  'photo',
  'veterinarian',
  'client',
  'colleague',
  'savedReport',
  'training',
  'tagColor',
  'diagnosis',
  'breed',
  'animalColor',
  'animalGroup',
  'libraryEntry',
  'newId',
  'signIn',
  'passkey',
  'personWithSecondFactor',
  'emptyCustomer',
  'emptySite',
  'invitedPerson',
  'auditEntry',
  'signInLimit',
] as const
export type ExampleName = (typeof exampleNames)[number]

const exampleId = (position: number) => `01990000-0000-7000-8000-${String(position).padStart(12, '0')}`

/** An id for each thing an example speaks of; `newId` is one the caller chooses for what it creates. */
// cast: Object.fromEntries forgets which keys there are
export const exampleIds = Object.fromEntries(
  exampleNames.map((thing, index) => [thing, exampleId(index + 1)]),
) as Record<ExampleName, string>

/** Texts of an example that only the server or a letter can give. */
export const exampleTexts = {
  email: 'dana.whitfield@practice.example',
  password: 'Cattle#2026',
  newPassword: 'Grazing#1867',
  invitedEmail: 'invited@feeders.example',
  newEmail: 'foreman@feeders.example',
  session: 'session-of-the-challenge',
  refresh: 'refresh-token-of-the-sign-in',
  resetCode: 'K7QH3MZP',
  authenticatorCode: '480913',
  secondStep: 'session-of-the-second-step',
  recoveryCode: 'HV7KQM-3XRT9B-N2WDPC-8JZFYA',
  newName: 'Sandhill Stockers',
  newCode: 'OWN-01',
  picture: 'the bytes of cow.jpg',
} as const
