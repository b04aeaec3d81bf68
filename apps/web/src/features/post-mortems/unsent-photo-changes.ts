import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import type { OutboxEntry } from '../../api/outbox-entries.ts'

type PhotoEntry = Extract<OutboxEntry, { kind: 'skip photo' | 'edit photo' }>

/** Applies an unsent change of a photo, or of a slot without one, to its animal. */
export function applyPhotoEntry(animal: Animal, entry: PhotoEntry): Animal {
  if (entry.kind === 'edit photo') {
    if (!animal.medias) return animal
    const change = entry.body
    return {
      ...animal,
      medias: animal.medias.map((photo) => (photo.id === entry.photoId ? { ...photo, ...change } : photo)),
    }
  }
  const skipped_reason = entry.body.skipped_reason || null
  return {
    ...animal,
    photo_slots: animal.photo_slots.map((slot) => (slot.slot_id === entry.slotId ? { ...slot, skipped_reason } : slot)),
  }
}
