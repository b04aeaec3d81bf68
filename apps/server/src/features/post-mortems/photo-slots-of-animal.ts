import type { AnimalPhotoSlot } from '@chisholm/domain/schemas'
import type { AnimalRow } from './animal-rows.queries.ts'

/** A slot of the practice, as `photoSlotsJson` builds it. */
export type PhotoSlotOfPractice = Pick<AnimalPhotoSlot, 'slot_id' | 'name' | 'hint' | 'required'> & {
  retired: boolean
}

/** Parses the result of `photoSlotsJson`. */
// cast: the fields that the query builds
export const parsePhotoSlots = (json: string) => JSON.parse(json) as PhotoSlotOfPractice[]

/** The slots of an animal in their order, including retired ones for which it has a photo or a reason. */
export const photoSlotsOf = (
  { photos_by_slot: photos, skipped_slots: skipped }: Pick<AnimalRow, 'photos_by_slot' | 'skipped_slots'>,
  slots: PhotoSlotOfPractice[],
): AnimalPhotoSlot[] =>
  slots
    .filter(({ retired, slot_id: id }) => !retired || photos?.[id] !== undefined || skipped?.[id] !== undefined)
    .map(({ retired: _retired, ...slot }) => ({
      ...slot,
      photos: photos?.[slot.slot_id] ?? 0,
      skipped_reason: skipped?.[slot.slot_id] ?? null,
    }))
