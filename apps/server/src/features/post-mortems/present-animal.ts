import { type FieldOfKind, fieldsOfKind, type ReferenceOf, referenceOf } from '@chisholm/domain/animal-fields'
import { carcassOf } from '@chisholm/domain/carcass'
import { daysOnFeed } from '@chisholm/domain/death'
import type { Animal, Examination, Named } from '@chisholm/domain/schemas'
import type { Executor } from '../../database/executor.ts'
import type { ProviderDetails, Services } from '../../services.ts'
import { composeExamination } from './compose-examination.ts'
import { type AnimalRow, entryFields } from './animal-rows.queries.ts'
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
  slots: PhotoSlotOfPractice[]
}

/** Builds the API response for an animal. */
export function presentAnimal(row: AnimalRow, { practice, slots }: SharedByAnimals): Animal {
  const { post_mortem_id, created_by_id, deleted_at, version, site_id, medias, arrival_zone, ...facts } = row
  const { photo_counts, skipped_slots, slots_of_practice: _slots, entry_names, issued_diagnosis, ...others } = facts
  const { issued_examination, entered_examination, entered_lesions, ...animal } = others
  const photos = photoCountsOf(row)
  return {
    ...animal,
    ...namedEntries(row),
    examination: examinationOf(row),
    photos: Object.values(photos).reduce((total, count) => total + count, 0),
    photo_slots: photoSlotsOf(skipped_slots, photos, slots),
    ...isoMoments(row),
    days_on_feed: practice && daysOnFeed(row, arrival_zone ?? practice.time_zone),
    carcass: practice && carcassOf(row, practice, new Date()),
    veterinary_record_id: post_mortem_id,
    created_at: new Date(animal.created_at).toISOString(),
    updated_at: new Date(animal.updated_at).toISOString(),
  }
}

/** The examination that the reader of an animal sees; null if there is neither one nor a diagnosis. */
export const examinationOf = (row: AnimalRow): Examination | null =>
  row.issued_examination ??
  composeExamination(row.id, namedEntries(row).vet_diagnosis, row.entered_examination, row.entered_lesions)

/** The library entries that an animal refers to. */
function namedEntries(row: AnimalRow) {
  const entryOf = (id: string | null): Named | null => {
    const name = id === null ? undefined : row.entry_names?.[id]
    return id === null || name === undefined ? null : { id, name }
  }
  // cast: these are all fields of that kind but the diagnosis
  const others = Object.fromEntries(entryFields.map((field) => [referenceOf(field), entryOf(row[field])])) as Record<
    ReferenceOf<(typeof entryFields)[number]>,
    Named | null
  >
  return { ...others, vet_diagnosis: row.issued_diagnosis ?? entryOf(row.vet_diagnosis_id) }
}

function isoMoments(row: AnimalRow) {
  const moments = ([...fieldsOfKind('moment'), 'examine_by'] as const).map((field) => {
    const moment = row[field]
    return [field, moment && new Date(moment).toISOString()]
  })
  // cast: every field of that kind
  return Object.fromEntries(moments) as Record<FieldOfKind<'moment'> | 'examine_by', string | null>
}
