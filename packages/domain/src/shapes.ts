import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { roles } from './permissions.ts'
import type { Range, ReportFilter } from './report-filter.ts'
import { statuses } from './status.ts'

/**
 * The shapes of the API's answers (decisions.md sections 3 and 4): one schema each for serialisation,
 * OpenAPI and the TypeScript type. Times are ISO 8601 in UTC, days `YYYY-MM-DD`, flags 1 or 0.
 */
/** A `type` list instead of a union: serialises about as fast as the plain schema. */
const nullable = <T extends TSchema>(schema: T) => {
  const { type } = schema as { type?: string }
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type ?? 'string', 'null'] })
}
/** Its title is the name by which the API's document speaks of a shape. */
const shape = <T extends TProperties>(title: string, properties: T) => Type.Object(properties, { title })
const id = Type.String({ format: 'uuid' })
const time = Type.String({ format: 'date-time' })
const day = Type.String({ format: 'date' })
const flag = Type.Integer({ minimum: 0, maximum: 1 })
const text = Type.String()

export const Named = shape('Named', { id, name: text })
export type Named = Static<typeof Named>

export const Person = shape('Person', { id, first_name: text, last_name: text })
export type Person = Static<typeof Person>

export const Animal = shape('Animal', {
  id,
  veterinary_record_id: id,
  tag: nullable(text),
  rfid: nullable(text),
  pen: nullable(text),
  lot: nullable(text),
  tag_color_id: nullable(id),
  tag_color: nullable(Named),
  customer_record_at: nullable(day),
  customer_notes: nullable(text),
  customer_diagnosis_id: nullable(id),
  customer_diagnosis: nullable(Named),
  customer_diagnosis_note: nullable(text),
  vet_diagnosis_id: nullable(id),
  vet_diagnosis: nullable(Named),
  vet_diagnosis_note: nullable(text),
  vet_findings: nullable(text),
  breed_id: nullable(id),
  breed: nullable(Named),
  animal_color_id: nullable(id),
  animal_color: nullable(Named),
  animal_group_id: nullable(id),
  animal_group: nullable(Named),
  weight: nullable(Type.Number({ description: 'kilograms' })),
  temperature: nullable(Type.Number({ description: 'degrees Celsius' })),
  photos: Type.Integer({ description: 'how many photos it has' }),
  created_at: time,
  updated_at: time,
})
export type Animal = Static<typeof Animal>

export const VeterinaryRecord = shape('VeterinaryRecord', {
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
  requested_by: nullable(Person),
  created_by: nullable(Person),
  created_at: time,
  customer: Type.Object({ id, name: text, sites: Type.Array(Named) }),
  site: Type.Object({ id, name: text, region: nullable(text), city: nullable(text) }),
  no_vet_visit_requested: flag,
  note: nullable(text),
  veterinary_record_animals: Type.Array(Animal),
})
export type VeterinaryRecord = Static<typeof VeterinaryRecord>

export const PostMortem = shape('PostMortem', {
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
  draft: flag,
  no_vet_visit_requested: flag,
  animals: Type.Integer({ description: 'how many animals it has' }),
  status: Type.Enum([...statuses]),
  veterinary_record: VeterinaryRecord,
})
export type PostMortem = Static<typeof PostMortem>

export const Photo = shape('Photo', {
  id,
  image: Type.String({ description: 'address for an <img>, signed and valid for a limited time' }),
  thumbnail: Type.String({ description: 'address of a 400 × 400 picture, signed alike' }),
  name: text,
  draft: flag,
  media_attachable_type: Type.Literal('VeterinaryRecordAnimal'),
  media_attachable_id: id,
  created_at: time,
})
export type Photo = Static<typeof Photo>

const retired = Type.Integer({
  minimum: 0,
  maximum: 1,
  description: '1: offered no more for new post-mortems and invitations; nor are the sites of a retired customer',
})

export const Site = shape('Site', {
  id,
  name: text,
  region: nullable(text),
  city: nullable(text),
  customer_id: id,
  customer: Named,
  retired,
})
export type Site = Static<typeof Site>

export const Customer = shape('Customer', {
  id,
  name: text,
  retired,
  sites: Type.Array(shape('SiteOfCustomer', { id, name: text, retired })),
})
export type Customer = Static<typeof Customer>

export const User = Type.Object({
  id,
  pin: Type.Integer(),
  email: text,
  first_name: nullable(text),
  last_name: nullable(text),
  phone: nullable(text),
  city: nullable(text),
  region: nullable(text),
  country: nullable(text),
  roles: Type.Array(Type.Enum([...roles])),
  customers: Type.Array(Customer),
  email_verified_at: nullable(time),
  status: Type.Enum(['active', 'invited', 'disabled']),
  created_at: time,
  updated_at: time,
  deleted_at: nullable(time),
})
export type User = Static<typeof User>

export const Training = shape('Training', {
  id,
  title: text,
  description: nullable(text),
  pre_content: nullable(text),
  post_content: nullable(text),
  training_sections: Type.Array(Type.Object({ id, heading: text, content: text })),
})
export type Training = Static<typeof Training>

/** A row of a library list. `notifiable` and `warning` stand on diagnoses, `hex` on tag colours. */
export const LibraryEntry = shape('LibraryEntry', {
  id,
  name: text,
  code: Type.Optional(nullable(text)),
  system: Type.Optional(nullable(text)),
  notifiable: Type.Optional(Type.Boolean()),
  hex: Type.Optional(nullable(text)),
  retired: Type.Optional(Type.Boolean({ description: 'whether it is no longer offered' })),
})
export type LibraryEntry = Static<typeof LibraryEntry>

/** A library list as Admins see it. */
export const LibraryListState = shape('LibraryListState', {
  list: Type.String({ description: 'the name of its call' }),
  entries: Type.Integer({ description: 'how many are offered' }),
  retired: Type.Integer({ description: 'how many are not' }),
  ordered: Type.Boolean({ description: 'whether an Admin gave it an order; else it is alphabetical' }),
})
export type LibraryListState = Static<typeof LibraryListState>

/** The veterinary practice this deployment serves. */
export const Provider = shape('Provider', { name: text, phone: text, email: text, url: text })
export type Provider = Static<typeof Provider>

/** How the practice's scanners talk (specification 3, Scanner configuration). */
export const ScannerConfiguration = shape('ScannerConfiguration', {
  device_name: Type.String({ description: 'as the device advertises it; empty to choose among all' }),
  service_uuid: id,
  characteristic_uuid: id,
  scan_format: Type.Literal('notify'),
  result_from: Type.Integer({ description: 'position in the received text at which the result begins, from 0' }),
  result_to: Type.Integer({ description: 'position before which it ends; negative: counted from the end' }),
})
export type ScannerConfiguration = Static<typeof ScannerConfiguration>

/** `ReportFilter` as it is answered; its keys in the order in which it is kept. */
const range = () => {
  const end = Type.Unsafe<Range['min']>({ type: ['string', 'number', 'null'] })
  return Type.Optional(Type.Object({ min: end, max: end }))
}
const choice = () => Type.Optional(Type.Array(id))
const ReportFilterShape = shape('ReportFilter', {
  tagColor: choice(),
  temperature: range(),
  weight: range(),
  group: choice(),
  date: range(),
  breed: choice(),
  animalColor: choice(),
})

/** A report of one's own: a filter over animals, to run again. */
export const SavedReport = shape('SavedReport', {
  id,
  type: Type.Literal('animals'),
  name: text,
  parameters: Type.Object({ filter: Type.Unsafe<ReportFilter>(ReportFilterShape) }),
  created_at: time,
  updated_at: time,
})
export type SavedReport = Static<typeof SavedReport>

export const SignIn = shape('SignIn', {
  success: Type.Boolean(),
  state: text,
  uuid: nullable(id),
  token: nullable(text),
  refresh: nullable(text),
  roles: Type.Array(Type.Enum([...roles])),
  challenge: nullable(text),
  session: nullable(text),
})
export type SignIn = Static<typeof SignIn>

export const Passkey = shape('Passkey', { id, name: text, created_at: time, last_used_at: nullable(time) })
export type Passkey = Static<typeof Passkey>

/** What protects a person's sign-in besides the password. */
export const Protection = shape('Protection', {
  required: Type.Boolean({ description: 'whether this person has to have a second factor' }),
  authenticator: Type.Boolean({ description: 'whether an authenticator app is set up' }),
  authenticator_used_at: nullable(time),
  passkeys: Type.Array(Passkey),
  recovery_codes: Type.Integer({ description: 'how many are left' }),
})
export type Protection = Static<typeof Protection>

/** Where a person is signed in. */
export const OwnSignIn = shape('OwnSignIn', {
  id,
  device: Type.String({ description: 'browser and system, as far as they tell' }),
  source: nullable(text),
  created_at: time,
  last_used_at: time,
  current: Type.Boolean({ description: 'whether it is the one that asks' }),
})
export type OwnSignIn = Static<typeof OwnSignIn>

export const Meta = shape('Meta', {
  current_page: Type.Integer(),
  last_page: Type.Integer(),
  per_page: Type.Integer(),
  total: Type.Integer(),
  from: nullable(Type.Integer()),
  to: nullable(Type.Integer()),
})
export const Links = shape('Links', {
  first: nullable(text),
  last: nullable(text),
  prev: nullable(text),
  next: nullable(text),
})

/** Envelope of one resource. */
export const One = <T extends TSchema>(data: T) =>
  Type.Object({ success: Type.Boolean(), message: Type.Optional(text), data })
export type One<T> = { success: boolean; message?: string; data: T }

/** Envelope of a list. */
export const Many = <T extends TSchema>(data: T) =>
  Type.Object({ success: Type.Boolean(), data: Type.Array(data), meta: Meta, links: Links })
export type Many<T> = {
  success: boolean
  data: T[]
  meta: Static<typeof Meta>
  links: Static<typeof Links>
}

/** Envelope of a failure: RFC 9457 with what a person may be shown. */
export const Problem = shape('Problem', {
  type: text,
  title: text,
  status: Type.Integer(),
  detail: text,
  success: Type.Literal(false),
  message: text,
  errors: Type.Optional(Type.Record(text, Type.Array(text))),
})
export type Problem = Static<typeof Problem>

/** What a change made of one thing: in words, with names in place of ids; null where it was or is empty. */
export const Change = shape('Change', { field: text, from: nullable(text), to: nullable(text) })
export type Change = Static<typeof Change>

export const HistoryEntry = shape('HistoryEntry', {
  id,
  happened_at: time,
  person: nullable(Person),
  action: text,
  sentence: Type.String({ description: 'who did what, in words' }),
  changes: Type.Array(Change),
})
export type HistoryEntry = Static<typeof HistoryEntry>

export const AuditEntry = shape('AuditEntry', {
  id,
  happened_at: time,
  user_id: nullable(id),
  person: nullable(Person),
  action: text,
  sentence: Type.String({ description: 'who did what, in words' }),
  subject_type: text,
  subject_id: id,
  subject: Type.String({ description: 'the name of what it was done to' }),
  ticket_id: { ...nullable(id), description: 'the ticket it belongs to' },
  request_id: nullable(text),
  source: { ...nullable(text), description: 'the address it was asked from' },
})
export type AuditEntry = Static<typeof AuditEntry>
