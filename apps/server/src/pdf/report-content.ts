import type { Provider } from '@chisholm/domain/schemas/provider'
import type { ReportVersion } from '@chisholm/domain/schemas/report-versions'

/** The layout of newly issued reports. Reports issued before `layout` was stored have the first one. */
export const currentLayout = 3

/**
 * The content of a report, formatted for print. Its photos and logo are files that the renderer receives separately.
 */
export interface ReportContent {
  /** Undefined: the first layout. */
  layout?: number
  /** Typst's name of the paper size. */
  paper: 'us-letter' | 'a4'
  provider: Pick<Provider, 'name' | 'phone' | 'email' | 'address'>
  /** Ticket number, like `CHM-2417`. */
  number: string
  /** Null: a draft, marked as such across each page. */
  version: PrintedVersion | null
  /** ISO 8601. It is the creation date of the PDF, so that the same content always yields the same bytes. */
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
  /** Summary above the animals, if there are many. */
  lotSummary: LotSummary | null
  /** Indexes of the animals in each group. */
  groups: number[][]
  animals: ReportAnimal[]
  /** Newest first. */
  earlierVersions: { name: string; issued: string; reason: string | null }[]
  /** The previous version, with which `changes` compares; null: there is none. */
  changesSince: number | null
  changes: PrintedChange[]
}

/** Animals by cause and by lot. */
export interface LotSummary {
  headline: string
  causes: { name: string; animals: number }[]
  lots: { name: string; animals: number }[]
}

/** The fields of an animal that differ from the previous version, which has the old values. */
export interface PrintedChange {
  /** Null: fields of the ticket. */
  animal: string | null
  fields: string
}

/** Death, treatments and danger signs of an animal. */
export interface ReportHistory {
  found: string | null
  died: string | null
  lastSeenAlive: string | null
  deathKind: string | null
  euthanasiaNote: string | null
  /** Undefined in reports that were issued before it was printed. */
  bodyTemperature?: string | null
  airTemperature: string | null
  arrived: string | null
  daysOnFeed: string | null
  /** One per line. */
  treatments: string | null
  /** One per line. */
  dangerSigns: string | null
}

/** Details of the version, printed on the report. */
interface PrintedVersion {
  number: number
  kind: ReportVersion['kind']
  issuedOn: string
  /** Reason of the amendment. */
  reason: string | null
  code: string
  /** The URL in the QR code. */
  verifyUrl: string
}

export interface ReportAnimal extends ReportHistory {
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
  /** States whether the customer's diagnosis agrees with the veterinarian's. */
  agreement: string | null
  diagnosis: string | null
  /** Printed below a notifiable diagnosis. */
  notifiableWarning: string | null
  /** Labels and values of the examination. */
  examination: [string, string][]
  external: PrintedSystem | null
  /** Each other organ system with its state and findings. */
  systems: PrintedSystem[]
  samples: PrintedSample[]
  /** The primary lesion first. */
  lesions: { name: string; details: string; note: string | null }[]
  findings: string | null
  notes: string | null
  photos: ({ id: string } & PrintedCaption)[]
}

export interface PrintedSystem {
  name: string
  state: string
  text: string | null
}

export interface PrintedSample {
  label: string
  kind: string
  taken: string | null
  /** Test and laboratory. */
  test: string | null
  /** Negative, positive or inconclusive. */
  flag: string | null
  /** The result, or the pending state. */
  result: string
}

/** Print size of photos, smaller if there are many. */
export interface PhotoPrintSize {
  columns: number
  /** Height in millimetres. */
  height: number
  /** Width in pixels. */
  pixels: number
  /** Whether to print the square thumbnails instead of the photos. */
  fromThumbnails: boolean
}

/**
 * The size of photos in a report: the more there are, the smaller.
 * @param layout  undefined: the first layout, which prints photos of one size
 */
export function printSizeFor({
  layout,
  animals,
}: {
  layout?: number
  animals: { photos: unknown[] }[]
}): PhotoPrintSize {
  const photos = layout === undefined ? 0 : animals.reduce((sum, animal) => sum + animal.photos.length, 0)
  if (photos <= 60) return { columns: 3, height: 42, pixels: 800, fromThumbnails: false }
  if (photos <= 300) return { columns: 4, height: 31, pixels: 500, fromThumbnails: false }
  return { columns: 6, height: 27, pixels: 240, fromThumbnails: true }
}

/** A report to be rendered, with the bytes of its logo. */
interface WithPhotos<Photo> extends Omit<ReportContent, 'animals'> {
  /** A PNG or JPEG. Null if there is no logo or its file is missing. */
  logo: Uint8Array | null
  /** SVG of the code; null for a draft. */
  qrCode: string | null
  animals: (Omit<ReportAnimal, 'photos'> & { photos: Photo[] })[]
}

/** A report whose photos are read during rendering, so that waiting reports hold none in memory. */
export type ReadableReport = WithPhotos<
  PrintedCaption & {
    /** Returns null if the file is missing. The report then shows an empty frame. */
    read: (plates: PhotoPrintSize) => Promise<Uint8Array | null>
  }
>

/** A report with its photos in print size. */
export type PrintedReport = WithPhotos<PrintedCaption & { bytes: Uint8Array | null }> & { plates: PhotoPrintSize }

interface PrintedCaption {
  caption: string
  /** The name of the organ system in the photo. */
  system?: string
  /** The drawing over the photo, as an SVG with the photo's proportions. */
  drawing?: string
}
