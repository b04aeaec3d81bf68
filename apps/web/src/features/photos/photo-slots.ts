import type { DangerSign } from '@chisholm/domain/danger-signs'
import { isOfferedAtOnce } from '@chisholm/domain/photo-protocol'
import type { Animal, Photo } from '@chisholm/domain/schemas/post-mortems'
import type { PhotoDraft } from './photo-draft-store.ts'
import type { SlotSkips } from './slot-skips.ts'

type AnimalSlot = Animal['photo_slots'][number]

/** A photo slot of the practice with its content for one animal. */
export interface PhotoSlot {
  id: string
  name: string
  hint: string | null
  required: boolean
  saved: readonly Photo[]
  drafts: readonly PhotoDraft[]
  /** The reason for a missing photo. */
  skippedReason: string | null
  isFilled: boolean
}

interface SlotContent {
  /** Undefined while loading; then the server's counts are used. */
  photos: readonly Photo[] | undefined
  drafts: readonly PhotoDraft[]
  skips: SlotSkips
}

/** The slots of an animal in their order, with its photos, those of this device and the reasons for missing ones. */
export const fillSlots = (slots: readonly AnimalSlot[], { photos, drafts, skips }: SlotContent): PhotoSlot[] =>
  slots.map(({ slot_id: id, name, hint, required, photos: count, skipped_reason }) => {
    const saved = photos?.filter((photo) => photo.slot_id === id) ?? []
    const ofSlot = drafts.filter((draft) => draft.slotId === id)
    return {
      id,
      name,
      hint,
      required,
      saved,
      drafts: ofSlot,
      skippedReason: (skips[id] ?? skipped_reason) || null,
      isFilled: ofSlot.length > 0 || (photos ? saved.length > 0 : count > 0),
    }
  })

/** Divides slots into those that are offered at once and those that may need an opened animal. */
export function divideSlots(slots: readonly PhotoSlot[], signs: readonly DangerSign[]) {
  const isOffered = (slot: PhotoSlot) => isOfferedAtOnce({ required: slot.required, isAnswered: !isOpen(slot) }, signs)
  return { offered: slots.filter(isOffered), others: slots.filter((slot) => !isOffered(slot)) }
}

/** Whether the slot still needs a photo or a reason. */
export const isOpen = ({ isFilled, skippedReason }: PhotoSlot) => !isFilled && skippedReason === null

/**
 * The next open slot after one, from the start again after the last.
 * @param taken  slots whose photo is being stored
 */
export function nextOpenSlot(
  slots: readonly PhotoSlot[],
  after: string | null = null,
  taken: ReadonlySet<string> = new Set(),
): PhotoSlot | undefined {
  const from = slots.findIndex(({ id }) => id === after) + 1
  return [...slots.slice(from), ...slots.slice(0, from)].find((slot) => isOpen(slot) && !taken.has(slot.id))
}
