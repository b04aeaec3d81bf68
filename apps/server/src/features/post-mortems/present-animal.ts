import {
  type AnimalFieldValues,
  type AnimalField,
  animalFieldNames,
  type AnimalReference,
  fieldsOfKind,
  referenceOf,
} from '@chisholm/domain/animal-fields'
import { carcassOf } from '@chisholm/domain/carcass'
import { daysOnFeed } from '@chisholm/domain/death'
import type { Examination } from '@chisholm/domain/schemas/examination'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import type { Named } from '@chisholm/domain/schemas/references'
import type { Executor } from '../../database/executor.ts'
import type { ProviderDetails, Services } from '../../services.ts'
import { composeExamination } from './compose-examination.ts'
import { type AnimalRow, entryFields } from './animal-rows.queries.ts'
import { isoOrNull, toIso } from './iso-timestamps.ts'
import { parsePhotoSlots, photoCountsOf, type PhotoSlotOfPractice, photoSlotsOf } from './photo-slots-of-animal.ts'

interface ProviderContext {
  db: Executor
  provider: Services['provider']
}

/** The practice settings for derived fields; null, without a query, if no animal has such a field. */
export const practiceOfAnimals = async (
  { db, provider }: ProviderContext,
  animals: AnimalRow[],
): Promise<ProviderDetails | null> =>
  animals.some(({ arrived_at, examine_by }) => arrived_at ?? examine_by) ? provider(db) : null

/** Builds the API responses for animals (decisions.md sections 4 and 6). */
export async function presentAnimals(
  ctx: ProviderContext,
  rows: (AnimalRow & { slots_of_practice: string })[],
): Promise<Animal[]> {
  const practice = await practiceOfAnimals(ctx, rows)
  const slots = parsePhotoSlots(rows[0]?.slots_of_practice ?? '[]')
  return rows.map((row) => presentAnimal(row, { practice, slots }))
}

interface SharedByAnimals {
  /** Result of `practiceOfAnimals`. */
  practice: ProviderDetails | null
  slots: readonly PhotoSlotOfPractice[]
}

/** Builds the API response for an animal. */
export function presentAnimal(row: AnimalRow, { practice, slots }: SharedByAnimals): Animal {
  const photos = photoCountsOf(row)
  return {
    // first, because copying them to an object that has fields already is slow
    ...fieldsOf(row),
    id: row.id,
    vet_diagnosis: vetDiagnosisOf(row),
    danger_signs: row.danger_signs,
    treatments_given: row.treatments_given,
    examination: examinationOf(row),
    examine_by: isoOrNull(row.examine_by),
    photos: Object.values(photos).reduce((total, count) => total + count, 0),
    photo_slots: photoSlotsOf(row.skipped_slots, photos, slots),
    days_on_feed: practice && daysOnFeed(row, row.arrival_zone ?? practice.time_zone),
    carcass: practice && carcassOf(row, practice, new Date()),
    veterinary_record_id: row.post_mortem_id,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  }
}

const timestampFields: ReadonlySet<AnimalField> = new Set(fieldsOfKind('timestamp'))

const references = entryFields.map((field) => ({ field, name: referenceOf(field) }))

/**
 * The writable fields of an animal, and the library entries that they refer to. Copied one by one, because leaving out
 * the others of a row is slow.
 */
function fieldsOf(row: AnimalRow): AnimalFieldValues & Record<AnimalReference, Named | null> {
  const fields: Partial<Record<AnimalField | AnimalReference, unknown>> = {}
  for (const field of animalFieldNames) {
    const value = row[field]
    // cast: fields of that kind are timestamps
    fields[field] = value !== null && timestampFields.has(field) ? toIso(value as Date | string) : value
  }
  for (const { field, name } of references) fields[name] = entryOf(row, row[field])
  // cast: every field
  return fields as AnimalFieldValues & Record<AnimalReference, Named | null>
}

/** The examination that the reader of an animal sees; null if there is neither one nor a diagnosis. */
export const examinationOf = (row: AnimalRow): Examination | null =>
  row.issued_examination ??
  composeExamination(row.id, vetDiagnosisOf(row), row.entered_examination, row.entered_lesions)

function entryOf({ entry_names: names }: AnimalRow, id: string | null): Named | null {
  const name = id === null ? undefined : names?.[id]
  return id === null || name === undefined ? null : { id, name }
}

const vetDiagnosisOf = (row: AnimalRow) => row.issued_diagnosis ?? entryOf(row, row.vet_diagnosis_id)

/** An animal as its ETag sees it: with its version, and without its clock, which changes by itself. */
export const contentOfAnimal = (version: number, { carcass: _, ...animal }: Animal): object => ({ version, ...animal })
