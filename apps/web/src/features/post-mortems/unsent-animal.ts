import {
  type AnimalField,
  animalFieldNames,
  type AnimalReference,
  type FieldOfKind,
  fieldsOfKind,
  referenceOf,
} from '@chisholm/domain/animal-fields'
import type { DangerSign } from '@chisholm/domain/danger-signs'
import { parseRfid } from '@chisholm/domain/rfid'
import { bareDiagnosis, nothingExamined } from '@chisholm/domain/examination'
import type { Examination } from '@chisholm/domain/schemas/examination'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import type { Named } from '@chisholm/domain/schemas/references'
import { mergeExamination } from '../../api/concurrent-changes.ts'
import type { AnimalInput } from '../../api/outbox-changes.ts'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { applyPhotoEntry } from './unsent-photo-changes.ts'

/** The record behind an id, with the name that it had when it was chosen. */
export const named = (id: string, names: OutboxEntry['names']): Named => ({ id, name: names[id] ?? '…' })

const emptyFields = {
  // cast: contains every field and every reference
  ...(Object.fromEntries(animalFieldNames.map((field) => [field, null])) as Record<AnimalField, null>),
  ...referencesOf(() => null),
  days_on_feed: null,
  treatments_given: [],
  examination: null,
  danger_sign_ids: [],
  danger_signs: [],
  examine_by: null,
  carcass: null,
}

type AnimalEntry = Extract<OutboxEntry, { kind: 'add animal' | 'edit animal' }>

const describesAnimal = (entry: OutboxEntry) =>
  entry.kind === 'edit animal' || entry.kind === 'diagnose animal' || entry.kind === 'examine animal'

/** The animals as the entries alone describe them, when the server no longer has them. */
export function animalsFromEntries(entries: readonly OutboxEntry[]): Animal[] {
  const addedIds = new Set(entries.map((entry) => entry.kind === 'add animal' && entry.animalId))
  const others = entries.filter(describesAnimal).filter(({ animalId }) => !addedIds.has(animalId))
  const blank = new Map(others.map((entry) => [entry.animalId, blankAnimal(entry)]))
  return applyUnsentToAnimals([...blank.values()], entries)
}

function blankAnimal({
  animalId: id,
  postMortemId,
  at,
}: {
  animalId: string
  postMortemId: string
  at: number
}): Animal {
  const created_at = new Date(at).toISOString()
  return {
    ...emptyFields,
    id,
    veterinary_record_id: postMortemId,
    photos: 0,
    photo_slots: [],
    created_at,
    updated_at: created_at,
  }
}

/** An animal that the server does not have yet. */
export const newAnimal = (entry: AnimalEntry): Animal =>
  applyAnimalInput(blankAnimal(entry), entry.body, entry.names, dangerSignsOf(entry))

/** The danger signs that an entry sets, with their content when chosen; undefined if it sets none. */
export const dangerSignsOf = (entry: OutboxEntry): DangerSign[] | undefined =>
  'dangerSigns' in entry ? entry.dangerSigns : undefined

/** Fields that determine the carcass clock. */
const clockFields = ['died_at', 'found_at', 'air_temperature_c'] as const

/** @param dangerSigns  those of the ids in `input` */
export function applyAnimalInput(
  animal: Animal,
  input: AnimalInput,
  names: OutboxEntry['names'],
  dangerSigns?: readonly DangerSign[],
): Animal {
  // A cleared field becomes null.
  const fields: AnimalInput = Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, value === '' ? null : value]),
  )
  const parsedRfid = fields.rfid ? parseRfid(fields.rfid) : null
  return {
    ...animal,
    ...fields,
    ...(parsedRfid?.ok && { rfid: parsedRfid.rfid }),
    ...(dangerSigns && { danger_signs: [...dangerSigns] }),
    // The screens compute it from the new times until the server does.
    ...(clockFields.some((field) => field in fields && fields[field] !== animal[field]) && { examine_by: null }),
    ...referencesOf((field, reference) => resolveNamed(fields[field], animal[reference], names)),
  }
}

/** An animal with an unsent diagnosis. Like on the server, another one becomes the primary lesion without details. */
function applyDiagnosis(
  animal: Animal,
  { id, body, names }: Extract<OutboxEntry, { kind: 'diagnose animal' }>,
): Animal {
  const diagnosed = applyAnimalInput(animal, body, names)
  if (diagnosed.vet_diagnosis_id === animal.vet_diagnosis_id) return diagnosed
  return { ...diagnosed, examination: withBareDiagnosis(animal.examination, diagnosed.vet_diagnosis, id) }
}

function withBareDiagnosis(before: Examination | null, diagnosis: Named | null, id: string): Examination | null {
  const others = before?.lesions.filter(({ role }) => role !== 'primary') ?? []
  const lesions = diagnosis ? [bareDiagnosis(id, diagnosis), ...others] : others
  return before || lesions.length > 0 ? { ...(before ?? nothingExamined), lesions } : null
}

/** An animal with an unsent examination. The primary lesion is its diagnosis. */
function applyExamination(animal: Animal, entry: Extract<OutboxEntry, { kind: 'examine animal' }>): Animal {
  const before = animal.examination ?? nothingExamined
  const { lesions: sent, ...fields } = mergeExamination(entry, before).body
  const known = new Map(before.lesions.map(({ diagnosis }) => [diagnosis.id, diagnosis]))
  const lesions = sent
    ? sent.map((lesion) => ({
        ...lesion,
        diagnosis: known.get(lesion.diagnosis_id) ?? named(lesion.diagnosis_id, entry.names),
      }))
    : before.lesions
  const primary = lesions.find(({ role }) => role === 'primary')?.diagnosis ?? null
  return {
    ...animal,
    examination: { ...before, ...fields, lesions },
    vet_diagnosis: primary,
    vet_diagnosis_id: primary?.id ?? null,
  }
}

function resolveNamed(id: string | null | undefined, before: Named | null, names: OutboxEntry['names']): Named | null {
  if (id === undefined || id === before?.id) return before
  return id === null ? null : named(id, names)
}

/** Applies unsent entries of a post-mortem to its animals. */
export const applyUnsentToAnimals = (animals: readonly Animal[], entries: readonly OutboxEntry[]): Animal[] =>
  entries.reduce(
    (all: Animal[], entry) => {
      switch (entry.kind) {
        case 'add animal':
          return all.some(({ id }) => id === entry.animalId) ? all : [...all, newAnimal(entry)]
        case 'edit animal':
          return all.map((animal) =>
            animal.id === entry.animalId
              ? applyAnimalInput(animal, entry.body, entry.names, dangerSignsOf(entry))
              : animal,
          )
        case 'diagnose animal':
          return all.map((animal) => (animal.id === entry.animalId ? applyDiagnosis(animal, entry) : animal))
        case 'examine animal':
          return all.map((animal) => (animal.id === entry.animalId ? applyExamination(animal, entry) : animal))
        case 'skip photo':
        case 'edit photo':
          return all.map((animal) => (animal.id === entry.animalId ? applyPhotoEntry(animal, entry) : animal))
        case 'delete animal':
          return all.filter(({ id }) => id !== entry.animalId)
        default:
          return all
      }
    },
    [...animals],
  )

/** The library entry to which each field of this kind refers. */
function referencesOf<Entry>(entryOf: (field: FieldOfKind<'entry'>, reference: AnimalReference) => Entry) {
  const entries = fieldsOfKind('entry').map((field) => [referenceOf(field), entryOf(field, referenceOf(field))])
  // cast: contains every field of this kind
  return Object.fromEntries(entries) as Record<AnimalReference, Entry>
}
