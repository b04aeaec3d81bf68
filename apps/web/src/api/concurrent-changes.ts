import { animalFieldNames, isEntryField, referenceOf, storedNumber } from '@chisholm/domain/animal-fields'
import { parseRfid } from '@chisholm/domain/rfid'
import type { Examination } from '@chisholm/domain/schemas/examination'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import type { TreatmentGiven } from '@chisholm/domain/treatments-given'
import { newId } from './new-id.ts'
import { completeSystems, type SystemFinding } from '@chisholm/domain/examination'
import type { ExaminationInput, LesionInput } from './outbox-changes.ts'
import type { Conflict, OutboxEntry } from './outbox-entries.ts'

/** An entry with the values that its author saw, so that it overwrites no change of somebody else. */
export type BasedEntry = WithBase<OutboxEntry>
type WithBase<Entry> = Entry extends { kind: 'edit animal' | 'edit post-mortem' }
  ? Entry & { base: object }
  : Extract<Entry, { base: object }>

/** Edits that earlier versions of the app stored, and those of new records, have no base. */
export const isBased = (entry: OutboxEntry): entry is BasedEntry => 'base' in entry

type Values = Record<string, unknown>
type Names = Record<string, string | null | undefined>

function isSame(field: string, one: unknown, other: unknown): boolean {
  // The same timestamp can be written in several ways.
  if (field.endsWith('_at') && one && other) return Date.parse(String(one)) === Date.parse(String(other))
  return comparable(field, one) === comparable(field, other)
}

/**
 * The value of a field as text. Equal values have equal texts, whether they were typed here or sent by the server, which
 * trims texts.
 */
export function comparable(field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  // a base taken from a conflict is already text
  if (typeof value !== 'object') return comparableText(field, String(value))
  // the order of danger signs means nothing
  if (field === 'danger_sign_ids' && Array.isArray(value)) return sorted(value.map(String)).join(' ')
  // cast: this field of an animal is a list of treatments
  if (field === 'treatments_given') return jsonOf((value as TreatmentGiven[]).map(treatmentOf))
  // cast: these fields of an examination are such lists
  const entries = field === 'systems' ? (value as SystemFinding[]).filter(isExamined).map(findingOf) : listOf(value)
  return jsonOf(entries)
}

const sorted = (ids: string[]) => ids.toSorted((one, other) => one.localeCompare(other))
const jsonOf = (entries: object[]) => (entries.length === 0 ? '' : JSON.stringify(entries))

function comparableText(field: string, text: string): string {
  if (field === 'air_temperature_c' && text) return String(storedNumber(field, Number(text)))
  const parsed = field === 'rfid' ? parseRfid(text) : null
  return parsed?.ok ? parsed.rfid : text.trim().normalize('NFC')
}

// cast: the other list contains lesions
const listOf = (value: object) => (value as LesionInput[]).map(lesionOf)

const trimmed = (text: string | null | undefined) => text?.trim() || null
const isExamined = ({ state, text }: SystemFinding) => state !== 'not_examined' || trimmed(text) !== null
// without the id, which a treatment that was entered twice has twice
const treatmentOf = ({ treatment_id, name, given_at, note }: TreatmentGiven) => ({
  treatment_id,
  name: name.trim(),
  given_at,
  note: trimmed(note),
})
const findingOf = ({ system, state, text }: SystemFinding) => ({ system, state, text: trimmed(text) })
// without the id: that of a diagnosis that was set without an examination is another one here than on the server
const lesionOf = ({ diagnosis_id, role, certainty, basis, severity, stage, note }: LesionInput) => ({
  diagnosis_id,
  role,
  certainty,
  basis,
  severity,
  stage,
  note: trimmed(note),
})

interface ExaminationChange {
  body: ExaminationInput
  base: ExaminationInput
}

/**
 * Applies a change of an examination that was made elsewhere at the same time, for example in another tab: findings are
 * merged system by system, and the examination began when it was begun first. A system that was changed on both sides
 * stays a conflict.
 */
export function mergeExamination({ body, base }: ExaminationChange, now: Examination): ExaminationChange {
  const merged = body.systems && Array.isArray(base.systems) && mergeSystems(base.systems, body.systems, now.systems)
  return {
    body: {
      ...body,
      ...(body.examined_at && { examined_at: now.examined_at ?? body.examined_at }),
      ...(merged && { systems: merged }),
    },
    base: merged ? { ...base, systems: now.systems } : base,
  }
}

function mergeSystems(base: SystemFinding[], typed: SystemFinding[], now: SystemFinding[]): SystemFinding[] | null {
  const [before, current] = [completeSystems(base), completeSystems(now)]
  const isChanged = (finding: SystemFinding, index: number) => !isSameFinding(finding, before[index])
  const isConflict = (finding: SystemFinding, index: number) =>
    isChanged(finding, index) &&
    !isSameFinding(current[index], before[index]) &&
    !isSameFinding(current[index], finding)
  const mine = completeSystems(typed)
  if (mine.some(isConflict)) return null
  return mine.map((finding, index) => (isChanged(finding, index) ? finding : (current[index] ?? finding)))
}

const isSameFinding = (one: SystemFinding | undefined, other: SystemFinding | undefined) =>
  JSON.stringify(one && findingOf(one)) === JSON.stringify(other && findingOf(other))

/** The entry on top of what was saved meanwhile, under a new key if its request becomes another one. */
export function rebase(entry: BasedEntry, current: Animal | PostMortem): BasedEntry {
  if (entry.kind !== 'examine animal' || 'veterinary_record' in current || !current.examination) return entry
  const merged = mergeExamination(entry, current.examination)
  const isSameRequest = JSON.stringify(merged.body) === JSON.stringify(entry.body)
  return { ...entry, ...merged, ...(!isSameRequest && { key: newId() }) }
}

/** What a form shows of a saved value: as it was typed, where the server has the same. */
export function asTyped(field: string, saved: unknown, shown: unknown): unknown {
  if (comparable(field, saved) === comparable(field, shown)) return saved
  if (field !== 'systems') return shown
  // cast: this field of an examination is a list of findings
  const [typed, now] = [saved, shown] as [SystemFinding[], SystemFinding[]]
  return now.map((finding) => typed.find((one) => isSameFinding(one, finding)) ?? finding)
}

/** The client and the site belong together: a site of another client would be rejected. */
export const fieldsTogether = (field: string): string[] =>
  field === 'customer_id' || field === 'site_id' ? ['customer_id', 'site_id'] : [field]

/**
 * Compares an entry with the current state of its record.
 * @param current  the animal or post-mortem on the server
 * @returns the fields to which somebody else has given other values meanwhile, or null
 */
export function conflictWith(entry: BasedEntry, current: Animal | PostMortem): Conflict | null {
  const [now, names] = currentValues(entry, current)
  const [before, typed]: Values[] = [entry.base, entry.body]
  const isDifferent = (field: string) => field in (typed ?? {}) && !isSame(field, now[field], typed?.[field])
  const changed = Object.keys(entry.body).filter(
    // of a field without a base, the last change stays
    (field) => before && field in before && !isSame(field, now[field], before?.[field]) && isDifferent(field),
  )
  if (changed.length === 0) return null
  return Object.fromEntries(
    [...new Set(changed.flatMap((field) => fieldsTogether(field).filter(isDifferent)))].map((field) => [
      field,
      { value: comparable(field, now[field]) || null, name: names[field] || null },
    ]),
  )
}

function currentValues(entry: BasedEntry, current: Animal | PostMortem): [Values, Names] {
  if ('veterinary_record' in current)
    return entry.kind === 'edit post-mortem' ? detailsOf(current) : scheduleOf(current)
  if (entry.kind === 'edit animal') return fieldsOf(current)
  return entry.kind === 'examine animal' ? examinationOf(current) : diagnosisOf(current)
}

const noNames: Names = {}

const fieldsOf = (animal: Animal): [Values, Names] => [
  { ...animal },
  {
    ...Object.fromEntries(
      animalFieldNames.filter(isEntryField).map((field) => [field, animal[referenceOf(field)]?.name]),
    ),
    danger_sign_ids: animal.danger_signs.map(({ name }) => name).join(', '),
  },
]

function detailsOf({ customer, veterinary_record: { site }, ...postMortem }: PostMortem): [Values, Names] {
  const { record_at, customer_id, site_id, note, no_vet_visit_requested } = postMortem
  return [
    { record_at, customer_id, site_id, note, no_vet_visit_requested },
    { customer_id: customer.name, site_id: site.name },
  ]
}

function examinationOf({ examination }: Animal): [Values, Names] {
  const lesions = examination?.lesions.map(({ diagnosis }) => diagnosis.name).join(', ')
  return [{ ...examination }, lesions ? { lesions } : noNames]
}

const diagnosisOf = ({
  vet_diagnosis_id,
  vet_findings,
  vet_diagnosis_note,
  vet_diagnosis,
}: Animal): [Values, Names] => [
  { vet_diagnosis_id, vet_findings, vet_diagnosis_note },
  { vet_diagnosis_id: vet_diagnosis?.name },
]

function scheduleOf({ veterinary_record: record }: PostMortem): [Values, Names] {
  const { scheduled_at, scheduled_for_id, duration_minutes, scheduled_for: vet } = record
  return [
    { scheduled_at, scheduled_for_id, duration_minutes },
    { scheduled_for_id: vet && `${vet.first_name} ${vet.last_name}` },
  ]
}

/**
 * Resolves a conflict.
 * @param kept  the fields in conflict that keep the user's value
 * @returns the entry to send now, based on the current state, or null if nothing of it is left
 */
export function resolveConflict(entry: BasedEntry, kept: ReadonlySet<string>): BasedEntry | null {
  const conflict = entry.refusal?.conflict ?? {}
  const body = Object.fromEntries(
    Object.entries(entry.body).filter(([field]) => !(field in conflict) || kept.has(field)),
  )
  if (Object.keys(body).length === 0) return null
  const now = Object.fromEntries(Object.entries(conflict).map(([field, { value }]) => [field, value]))
  // cast: the same fields as before, or fewer
  return { ...entry, body, base: { ...entry.base, ...now }, key: newId(), refusal: null } as BasedEntry
}
