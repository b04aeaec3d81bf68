import { type Static, type TUnsafe, Type } from 'typebox'
import {
  type AnimalFieldValues,
  type AnimalField,
  animalFieldNames,
  type AnimalReference,
  definitionOf,
  isEntryField,
  referenceOf,
} from '../animal-fields.ts'
import { type Carcass, carcassBands } from '../carcass.ts'
import { type DangerLevel, dangerLevels, type DangerSign } from '../danger-signs.ts'
import { statuses } from '../status.ts'
import type { TreatmentGiven } from '../treatments-given.ts'
import { Examination } from './examination.ts'
import { Named, Person } from './references.ts'
import { Markup } from '../markup.ts'
import { day, flag, id, nullable, namedObject, text, time } from './primitives.ts'

export const Photo = namedObject('Photo', {
  id,
  image: Type.String({ description: 'signed URL of the image, valid for a limited time' }),
  thumbnail: Type.String({ description: 'signed URL of a 400 × 400 thumbnail' }),
  name: text,
  lost: Type.Boolean({ description: 'the file is missing or damaged; the image URL answers 404' }),
  draft: flag,
  media_attachable_type: Type.Enum(['VeterinaryRecordAnimal', 'Sample'], {
    description: 'of a sample: a file with results, possibly a PDF',
  }),
  media_attachable_id: id,
  slot_id: Type.Unsafe<string | null>({ ...nullable(id), description: 'the photo slot it fills' }),
  taken_at: Type.Unsafe<string | null>({
    ...nullable(time),
    description: 'from the picture’s own data; without a UTC offset there, in the time zone of the site',
  }),
  caption: nullable(text),
  markup: Type.Unsafe<Markup | null>({ ...nullable(Markup), description: 'a layer over the picture' }),
  sha256: Type.Unsafe<string | null>({ ...nullable(text), description: 'SHA-256 of the stored image, hexadecimal' }),
  width: Type.Integer({ description: 'pixels; 0 of a PDF' }),
  height: Type.Integer({ description: 'pixels' }),
  created_at: time,
})
export type Photo = Static<typeof Photo>

/** A photo slot of the practice and its state for one animal. */
const AnimalPhotoSlot = Type.Object({
  slot_id: id,
  name: text,
  hint: nullable(text),
  required: Type.Boolean(),
  photos: Type.Integer({ description: 'number of photos in this slot' }),
  skipped_reason: Type.Unsafe<string | null>({ ...nullable(text), description: 'why a photo is not possible' }),
})
export type AnimalPhotoSlot = Static<typeof AnimalPhotoSlot>

type FieldShapes = { [F in AnimalField]: TUnsafe<AnimalFieldValues[F]> } & {
  [R in AnimalReference]: TUnsafe<Named | null>
} & { danger_signs: TUnsafe<DangerSign[]> }

const level = Type.Enum([...dangerLevels])
const Danger = Type.Unsafe<DangerLevel | null>({
  type: ['string', 'null'],
  enum: [...dangerLevels, null],
  description: 'the strictest level of the danger signs of its animals',
})
const DangerSigns = Type.Array(Type.Object({ id, name: text, advice: nullable(text), level }))

function fieldShape(field: AnimalField) {
  const { kind, unit, options } = definitionOf(field)
  if (kind === 'number') return nullable(Type.Number(unit ? { description: unit } : {}))
  if (kind === 'entries') return Type.Array(id)
  if (kind === 'choice') return nullable(Type.String(options && { enum: [...options, null] }))
  return nullable({ text, day, timestamp: time, entry: id }[kind])
}

const shapes = animalFieldNames.flatMap((field) => [
  [field, fieldShape(field)],
  ...(isEntryField(field) ? [[referenceOf(field), nullable(Named)]] : []),
  ...(field === 'danger_sign_ids' ? [['danger_signs', DangerSigns]] : []),
])
/** The schema of each field; an entry field is followed by its id and name. */
// cast: each field gets the schema of its kind
const fieldShapes = Object.fromEntries(shapes) as FieldShapes

const Treatment = Type.Unsafe<TreatmentGiven>(
  Type.Object({
    id,
    treatment_id: nullable(id),
    name: text,
    given_at: nullable(day),
    note: nullable(text),
  }),
)

export const Animal = namedObject('Animal', {
  id,
  veterinary_record_id: id,
  ...fieldShapes,
  days_on_feed: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'days from arrival to death; null if either is unknown',
  }),
  treatments_given: Type.Array(Treatment),
  examination: Type.Unsafe<Examination | null>({
    ...nullable(Examination),
    description: 'null before anything was examined; its primary lesion is the diagnosis of `vet_diagnosis_id`',
  }),
  examine_by: nullable(time),
  carcass: Type.Unsafe<Carcass | null>({
    ...Type.Object({ hours: Type.Number({ description: 'since death' }), band: Type.Enum([...carcassBands]) }),
    type: ['object', 'null'],
    description: 'how fresh the carcass is by the clock of the server; null if the time of death is unknown',
  }),
  photos: Type.Integer({ description: 'number of photos' }),
  photo_slots: Type.Array(AnimalPhotoSlot, { description: 'the photos to take, in their order' }),
  medias: Type.Optional(Type.Array(Photo, { description: 'photos, oldest first; only if requested' })),
  created_at: time,
  updated_at: time,
})
export type Animal = Static<typeof Animal>

/** The fields of an animal that a card of its ticket or a row of a table shows. */
export const AnimalCard = namedObject('AnimalCard', {
  ...Type.Pick(Animal, [
    'id',
    'veterinary_record_id',
    'tag',
    'rfid',
    'pen',
    'lot',
    'tag_color',
    'customer_record_at',
    'found_at',
    'died_at',
    'air_temperature_c',
    'vet_diagnosis',
    'examine_by',
    'carcass',
    'photos',
  ]).properties,
})
export type AnimalCard = Static<typeof AnimalCard>

/** The open amendment of a completed ticket. */
const Amendment = Type.Object({ reason: text, opened_at: time, opened_by: nullable(Person) })
export type Amendment = Static<typeof Amendment>
/** The newest issued version of the report. */
const CurrentReport = Type.Object({
  id,
  number: Type.Integer(),
  kind: Type.Enum(['preliminary', 'final', 'amended']),
  issued_at: time,
})
export type CurrentReport = Static<typeof CurrentReport>

const dangerFields = {
  danger: Danger,
  danger_acknowledged_at: nullable(time),
  danger_acknowledged_by_id: nullable(id),
}

/** Another record of an animal with the same RFID. */
export const SeenBefore = namedObject('SeenBefore', {
  post_mortem_id: id,
  title: text,
  customer_record_at: nullable(day),
  rfid: Type.String({ description: 'tells which of the saved animals it is' }),
})
export type SeenBefore = Static<typeof SeenBefore>

const DurationMinutes = Type.Integer({ description: 'length of the visit in minutes' })
const SiteTimeZone = Type.Unsafe<string | null>({
  ...nullable(text),
  description: 'IANA time zone of the site; null: that of the practice',
})

export const VeterinaryRecord = namedObject('VeterinaryRecord', {
  id,
  pin: Type.Integer({ description: 'ticket number, shown as CHM-{pin}' }),
  draft: flag,
  in_progress: flag,
  record_at: nullable(day),
  completed_at: nullable(time),
  completed_by_id: nullable(id),
  completed_by: nullable(Person),
  scheduled_at: nullable(time),
  scheduled_by_id: nullable(id),
  scheduled_for_id: nullable(id),
  scheduled_for: nullable(Person),
  duration_minutes: DurationMinutes,
  requested_by: nullable(Person),
  created_by: nullable(Person),
  created_at: time,
  customer: Type.Object({ id, name: text, sites: Type.Array(Named) }),
  site: Type.Object({ id, name: text, region: nullable(text), city: nullable(text), time_zone: SiteTimeZone }),
  no_vet_visit_requested: flag,
  note: nullable(text),
  examine_by: nullable(time),
  ...dangerFields,
  veterinary_record_animals: Type.Array(Animal),
})
export type VeterinaryRecord = Static<typeof VeterinaryRecord>

export const PostMortem = namedObject('PostMortem', {
  id,
  created_by_id: nullable(id),
  created_at: time,
  updated_at: time,
  requested_at: nullable(time),
  requested_by_id: nullable(id),
  record_at: nullable(day),
  site_id: id,
  customer_id: id,
  customer: Named,
  title: text,
  description: nullable(text),
  note: nullable(text),
  examine_by: Type.Unsafe<string | null>({
    ...nullable(time),
    description:
      'the earliest of its animals that has not passed, else the latest; after it an examination is of little use',
  }),
  ...dangerFields,
  draft: flag,
  no_vet_visit_requested: flag,
  duration_minutes: DurationMinutes,
  photos_missing_reason: Type.Unsafe<string | null>({
    ...nullable(text),
    description: 'why it was sent without photos that the practice demands',
  }),
  report_grouped: Type.Integer({
    minimum: 0,
    maximum: 1,
    description: '1: the report describes animals of one cause together; clients see it as issued',
  }),
  animals: Type.Integer({ description: 'number of animals' }),
  status: Type.Enum([...statuses]),
  report: Type.Unsafe<CurrentReport | null>({
    ...nullable(CurrentReport),
    description:
      'the newest version of its report; null while none was issued, also for a ticket completed before there were versions, whose first one is issued when it is needed',
  }),
  amendment: Type.Unsafe<Amendment | null>({
    ...nullable(Amendment),
    description: 'for vet roles: the amendment that is open',
  }),
  veterinary_record: VeterinaryRecord,
})
export type PostMortem = Static<typeof PostMortem>

const cardFields = {
  id,
  pin: Type.Integer({ description: 'ticket number, shown as CHM-{pin}' }),
  title: text,
  status: Type.Enum([...statuses]),
  draft: flag,
  no_vet_visit_requested: flag,
  record_at: nullable(day),
  requested_at: nullable(time),
  scheduled_at: nullable(time),
  completed_at: nullable(time),
  examine_by: nullable(time),
  danger: Danger,
  customer: Named,
  scheduled_for: nullable(Person),
  animals: Type.Integer({ description: 'number of animals' }),
  photos: Type.Integer({ description: 'number of photos of its animals' }),
  first_animals: Type.Array(
    Type.Object({
      id,
      tag: nullable(text),
      rfid: nullable(text),
      thumbnail: nullable(Type.String({ description: 'signed URL of the thumbnail of its first photo' })),
    }),
    { description: 'the first three' },
  ),
}
const cardSite = { id, name: text, city: nullable(text) }

/** A ticket reduced to the fields of cards and table rows: `view=card` (decisions.md section 10). */
export const CompactPostMortemCard = namedObject('CompactPostMortemCard', {
  ...cardFields,
  site: Type.Object(cardSite),
})

/** A card with the length of its visit and the zone of its days: `view=card&include=visit`. */
export const PostMortemCard = namedObject('PostMortemCard', {
  ...cardFields,
  duration_minutes: DurationMinutes,
  site: Type.Object({ ...cardSite, time_zone: SiteTimeZone }),
})
export type PostMortemCard = Static<typeof PostMortemCard>
