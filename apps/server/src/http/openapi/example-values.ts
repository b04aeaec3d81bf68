/**
 * Placeholders in the examples of the OpenAPI document. The document lists them (`x-example-ids`), so that readers, and
 * the test that sends every example, can replace them.
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
  'photoSlot',
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
  'dangerSign',
  'commentedTicket',
  'comment',
  'absence',
  'calendarFeed',
  'notification',
  'pushSubscription',
  'sample',
  'sampleKind',
  'reportVersion',
  'reportCode',
  'amendedTicket',
  'lot',
  'headCount',
  'alertRule',
  'alert',
  'scheduledReport',
  'teachingCase',
  'caseAnimal',
] as const
export type ExampleName = (typeof exampleNames)[number]

const exampleId = (position: number) => `01990000-0000-7000-8000-${String(position).padStart(12, '0')}`

/** One placeholder id per kind. `newId` stands for an id that the caller chooses. */
export const exampleIds = Object.fromEntries(
  exampleNames.map((thing, index) => [thing, exampleId(index + 1)]),
) as Record<ExampleName, string> // cast: Object.fromEntries loses the key type

/** Placeholders for texts that only the server or an e-mail provides. */
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
  calendarToken: 'token-of-the-calendar-feed',
  pushEndpoint: 'https://push.example/send/a7c1-4471',
  picture: 'the bytes of cow.jpg',
} as const
