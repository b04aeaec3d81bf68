import { useQuery } from '@tanstack/react-query'
import type { PhotoProtocol } from '@chisholm/domain/photo-protocol'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { useCachedProvider } from '../../api/cached-provider.ts'
import { useOutbox } from '../../api/outbox-state.ts'
import { listQuery } from '../library/index.ts'
import type { PhotoDraft } from './photo-draft-store.ts'
import { fillSlots, type PhotoSlot } from './photo-slots.ts'
import type { SlotSkips } from './slot-skips.ts'

/** Providers that older versions of the app cached have no protocol. */
export const usePhotoProtocol = (): PhotoProtocol => useCachedProvider()?.photo_protocol ?? 'offered'

/**
 * The photo slots of an animal, from the server's response, or from the library for an unsent animal.
 * @param unsaved  the drafts and reasons of the animal on this device
 */
export function useAnimalSlots(
  postMortem: PostMortem,
  animalId: string,
  { drafts, skips }: { drafts: readonly PhotoDraft[]; skips: SlotSkips },
): PhotoSlot[] {
  const animal = postMortem.veterinary_record.veterinary_record_animals.find(({ id }) => id === animalId)
  const isUnknown = !animal || animal.photo_slots.length === 0
  const library = useQuery({ ...listQuery('photo-slots'), enabled: isUnknown }).data ?? []
  const waiting = useOutbox().visible.flatMap((entry) =>
    entry.kind === 'skip photo' && entry.animalId === animalId ? [[entry.slotId, entry.body.skipped_reason]] : [],
  )
  if (!isUnknown) return fillSlots(animal.photo_slots, { photos: animal.medias, drafts, skips })
  const slots = library.map(({ id, name, hint = null, required = false }) => ({
    slot_id: id,
    name,
    hint,
    required,
    photos: 0,
    skipped_reason: null,
  }))
  // cast: pairs of texts
  const waitingSkips = Object.fromEntries(waiting) as SlotSkips
  return fillSlots(slots, { photos: animal?.medias, drafts, skips: { ...waitingSkips, ...skips } })
}
