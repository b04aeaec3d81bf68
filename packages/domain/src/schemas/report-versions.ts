import { type Static, Type } from 'typebox'
import type { Markup } from '../markup.ts'
import type { Animal, PostMortem } from './post-mortems.ts'
import { id, namedObject, nullable, text, time } from './primitives.ts'
import { Person } from './references.ts'

const reportKinds = ['preliminary', 'final', 'amended'] as const
const number = Type.Integer({ description: 'from 1, without gaps' })
const kind = Type.Enum([...reportKinds])
const sha256 = Type.String({ description: 'SHA-256 of the PDF, hexadecimal' })

export const ReportVersion = namedObject('ReportVersion', {
  id,
  number,
  kind,
  issued_at: time,
  issued_by: nullable(Person),
  reason: Type.Unsafe<string | null>({ ...nullable(text), description: 'why it was amended' }),
  sha256,
  code: Type.String({ description: 'printed in the footer, for /verify/{code}' }),
  superseded_at: Type.Unsafe<string | null>({ ...nullable(time), description: 'null: it is the current one' }),
})
export type ReportVersion = Static<typeof ReportVersion>

/** A field that differs between two versions of a report, as displayed. */
const ReportChange = namedObject('ReportChange', {
  animal: Type.Unsafe<string | null>({
    ...nullable(text),
    description: 'its tag or RFID; null for fields of the ticket',
  }),
  field: text,
  before: Type.Unsafe<string | null>({ ...nullable(text), description: 'null: it was empty or missing' }),
  after: nullable(text),
})
export type ReportChange = Static<typeof ReportChange>

export const ReportChanges = namedObject('ReportChanges', {
  since: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'number of the version compared with; null: this is the first one',
  }),
  changes: Type.Array(ReportChange, { description: 'as printed: fields of the ticket, then those of each animal' }),
})
export type ReportChanges = Static<typeof ReportChanges>

/** The public details of an issued report, found by its code. */
export const VerifiedReport = namedObject('VerifiedReport', {
  title: text,
  number,
  kind,
  issued_at: time,
  provider: text,
  sha256,
  state: Type.Enum(['current', 'superseded']),
  current_number: Type.Integer(),
})
export type VerifiedReport = Static<typeof VerifiedReport>

/** The amendable content of a ticket at the issue of a report version. */
export interface ReportSnapshot {
  animals: SnapshotAnimal[]
  /** Whether its report groups animals; missing in versions that were issued before this was stored. */
  report_grouped?: PostMortem['report_grouped']
}
export type SnapshotAnimal = Omit<Animal, 'medias' | 'photos'> & {
  photos: { id: string; slot_id: string | null; caption: string | null; markup: Markup | null }[]
}
