import type { AnimalPhotoSlot } from '@chisholm/domain/schemas/post-mortems'
import type { AnimalRow } from './animal-rows.queries.ts'

/** A slot of the practice, as `photoSlotsJson` builds it. */
export type PhotoSlotOfPractice = Pick<AnimalPhotoSlot, 'slot_id' | 'name' | 'hint' | 'required'> & {
  retired: boolean
}

let lastParsed: { json: string; slots: readonly PhotoSlotOfPractice[] } = { json: '[]', slots: [] }

/** Parses the result of `photoSlotsJson`, which is nearly always the same. */
export function parsePhotoSlots(json: string): readonly PhotoSlotOfPractice[] {
  // cast: the fields that the query builds
  if (json !== lastParsed.json) lastParsed = { json, slots: JSON.parse(json) as PhotoSlotOfPractice[] }
  return lastParsed.slots
}

/** Key of photos without a slot. */
export const withoutSlot = ''

/** The number of photos of an animal by slot. */
export type PhotoCounts = Record<string, number>

/** Counts the photos of an animal by slot, unless the database did. */
export function photoCountsOf({ medias, photo_counts: counted }: Pick<AnimalRow, 'medias' | 'photo_counts'>) {
  const counts: PhotoCounts = { ...counted }
  for (const { slot_id } of medias ?? []) {
    const slot = slot_id ?? withoutSlot
    counts[slot] = (counts[slot] ?? 0) + 1
  }
  return counts
}

/** The slots of an animal in their order, including retired ones for which it has a photo or a reason. */
export const photoSlotsOf = (
  skipped: Record<string, string> | null,
  photos: PhotoCounts,
  slots: readonly PhotoSlotOfPractice[],
): AnimalPhotoSlot[] =>
  slots
    .filter(({ retired, slot_id: id }) => !retired || photos[id] !== undefined || skipped?.[id] !== undefined)
    .map(({ slot_id, name, hint, required }) => ({
      slot_id,
      name,
      hint,
      required,
      photos: photos[slot_id] ?? 0,
      skipped_reason: skipped?.[slot_id] ?? null,
    }))
