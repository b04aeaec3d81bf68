import type { Provider } from '@chisholm/domain/schemas'

/** Content of a report, formatted for print. */
export interface ReportContent {
  provider: Pick<Provider, 'name' | 'phone' | 'email' | 'address'>
  /** PNG or JPEG; null if there is none or its file is missing. */
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
  /** Printed for notifiable diagnoses. */
  notifiableWarning: string
  animals: ReportAnimal[]
}

interface ReportAnimal {
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
  /** Null if the file is missing: a placeholder frame is printed. */
  bytes: Uint8Array | null
  caption: string
}
