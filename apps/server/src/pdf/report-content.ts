import type { Provider, ReportVersion } from '@chisholm/domain/schemas'

/** The content of a report, formatted for print. Its photos and logo are files, which the renderer gets beside it. */
export interface ReportContent {
  provider: Pick<Provider, 'name' | 'phone' | 'email' | 'address'>
  /** Ticket number, like `CHM-2417`. */
  number: string
  /** Null: a draft, which says so across each page. */
  version: PrintedVersion | null
  /** ISO 8601: the creation date of the PDF, so that the same content always gives the same bytes. */
  issuedAt: string
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

/** What the report says of itself. */
interface PrintedVersion {
  number: number
  kind: ReportVersion['kind']
  issuedOn: string
  /** Why it was amended. */
  reason: string | null
  code: string
  /** The address that the QR code holds. */
  verifyUrl: string
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
  /** How it was examined, label by label. */
  examination: [string, string][]
  /** Each organ system with its state, and what was found. */
  systems: { name: string; state: string; text: string | null }[]
  /** The primary lesion first. */
  lesions: { name: string; details: string; note: string | null }[]
  findings: string | null
  notes: string | null
  photos: ({ id: string } & PrintedCaption)[]
}

/** A report to be rendered, with the bytes of its images. */
export interface PrintedReport extends Omit<ReportContent, 'animals'> {
  /** A PNG or JPEG. Null if there is no logo or its file is missing. */
  logo: Uint8Array | null
  /** SVG of the code; null for a draft. */
  qrCode: string | null
  animals: (Omit<ReportAnimal, 'photos'> & { photos: PrintedPhoto[] })[]
}

interface PrintedPhoto extends PrintedCaption {
  /** Null if the file is missing. The report then shows an empty frame. */
  bytes: Uint8Array | null
}

interface PrintedCaption {
  caption: string
  /** What is drawn over it, as an SVG of the photo's proportions. */
  drawing?: string
}
