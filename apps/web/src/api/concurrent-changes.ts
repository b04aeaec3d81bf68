import type { Animal, PostMortem } from '@chisholm/domain/schemas'
import { newId } from './new-id.ts'
import type { Conflict, OutboxEntry } from './outbox-entries.ts'

/** An entry that records the values which its author saw, so that it overwrites no change of somebody else. */
export type BasedEntry = Extract<OutboxEntry, { base: object }>

export const isBased = (entry: OutboxEntry): entry is BasedEntry => 'base' in entry

type Values = Record<string, string | null | undefined>

const isSame = (field: string, one: string | null | undefined, other: string | null | undefined) =>
  // The same timestamp can be written in several ways.
  field.endsWith('_at') && one && other ? Date.parse(one) === Date.parse(other) : (one ?? '') === (other ?? '')

/**
 * Compares an entry with the current state of what it changes.
 * @param current  the animal or post-mortem as the server has it
 * @returns the fields to which somebody else has given other values meanwhile, or null
 */
export function conflictWith(entry: BasedEntry, current: Animal | PostMortem): Conflict | null {
  const [now, names] = 'veterinary_record' in current ? scheduleOf(current) : diagnosisOf(current)
  const [before, typed]: Values[] = [entry.base, entry.body]
  const changed = Object.keys(entry.body).filter(
    (field) => !isSame(field, now[field], before?.[field]) && !isSame(field, now[field], typed?.[field]),
  )
  if (changed.length === 0) return null
  return Object.fromEntries(changed.map((field) => [field, { value: now[field] || null, name: names[field] ?? null }]))
}

const diagnosisOf = ({
  vet_diagnosis_id,
  vet_findings,
  vet_diagnosis_note,
  vet_diagnosis,
}: Animal): [Values, Values] => [
  { vet_diagnosis_id, vet_findings, vet_diagnosis_note },
  { vet_diagnosis_id: vet_diagnosis?.name },
]

function scheduleOf({ veterinary_record: record }: PostMortem): [Values, Values] {
  const { scheduled_at, scheduled_for_id, scheduled_for: vet } = record
  return [{ scheduled_at, scheduled_for_id }, { scheduled_for_id: vet && `${vet.first_name} ${vet.last_name}` }]
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
