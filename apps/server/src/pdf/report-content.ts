import type { Provider } from '@chisholm/domain/schemas'

/** The content of a report, formatted for print. */
export interface ReportContent {
  provider: Pick<Provider, 'name' | 'phone' | 'email' | 'address'>
  /** A PNG or JPEG. Null if there is no logo or its file is missing. */
  logo: Uint8Array | null
  /** Ticket number, like `CHM-2417`. */
  number: string
  revision: string
  customer: string
  site: { name: string; region: string | null; city: string | null }
  requestedBy: string | null
  requestedAt: string | null
  recordAt: string | null
  scheduledAt: string | null
  completedAt: string | null
  veterinarian: string | null
  note: string | null
  noVetVisit: boolean
  /** Printed below a notifiable diagnosis. */
  notifiableWarning: string
  animals: ReportAnimal[]
}

/** Death, treatments and danger signs of an animal. */
export interface ReportHistory {
  found: string | null
  died: string | null
  lastSeenAlive: string | null
  deathKind: string | null
  euthanasiaNote: string | null
  airTemperature: string | null
  arrived: string | null
  daysOnFeed: string | null
  /** One a line. */
  treatments: string | null
  /** One a line. */
  dangerSigns: string | null
}

/** The history of an animal of which nothing is known. */
export const noHistory: ReportHistory = {
  found: null,
  died: null,
  lastSeenAlive: null,
  deathKind: null,
  euthanasiaNote: null,
  airTemperature: null,
  arrived: null,
  daysOnFeed: null,
  treatments: null,
  dangerSigns: null,
}

interface ReportAnimal extends ReportHistory {
  tag: string | null
  tagColor: string | null
  rfid: string | null
  pen: string | null
  lot: string | null
  breed: string | null
  animalColor: string | null
  group: string | null
  weight: string | null
  dateOfDeath: string | null
  customerNotes: string | null
  customerDiagnosis: string | null
  diagnosis: string | null
  notifiable: boolean
  findings: string | null
  notes: string | null
  photos: ReportPhoto[]
}

interface ReportPhoto {
  /** Null if the file is missing. The report then shows an empty frame. */
  bytes: Uint8Array | null
  caption: string
}
