import { useState } from 'react'
import { type DangerSign, strictestLevel } from '@chisholm/domain/danger-signs'
import { can } from '@chisholm/domain/permissions'
import { arePhotosDemanded } from '@chisholm/domain/photo-protocol'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useSession } from '../../api/session.ts'
import { useLayer } from '../../ui/use-layer.ts'
import { divideSlots, nextOpenSlot, type PhotoSlot } from './photo-slots.ts'
import { useAnimalSlots, usePhotoProtocol } from './use-animal-slots.ts'
import type { PhotoDrafts } from './use-photo-drafts.ts'

interface GuidedAnimal {
  id: string
  /** Its danger signs, also those that are not saved yet. */
  signs: readonly DangerSign[]
}

/** The photos to take of an animal, and the one that is offered next. There are no slots where the practice uses none. */
export function useGuidedPhotos(postMortem: PostMortem, animal: GuidedAnimal, photos: PhotoDrafts) {
  const currentUser = useSession()
  const protocol = usePhotoProtocol()
  const animalSlots = useAnimalSlots(postMortem, animal.id, photos)
  const { offered: slots, others } = divideSlots(protocol === 'off' ? [] : animalSlots, animal.signs)
  // undefined until the guide is opened, and after a reload: it may still be open then
  const [shown, setShown] = useState<string | null>()
  const walk = useLayer('guide')
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())

  const show = (slotId: string | null) => {
    setShown(slotId)
    walk.open()
  }
  const { typedReasons, typeReason } = photos
  const take = async (slot: PhotoSlot, file: File) => {
    typeReason(slot.id, '')
    const nowTaken = new Set([...taken, slot.id])
    setTaken(nowTaken)
    show(nextOpenSlot(slots, slot.id, nowTaken)?.id ?? null)
    await photos.add([file], slot.id)
    // by now it is a draft, or was rejected
    setTaken((all) => new Set([...all].filter((id) => id !== slot.id)))
  }
  const skip = (slot: PhotoSlot, reason: string) => {
    photos.skip(slot.id, reason)
    if (reason) show(nextOpenSlot(slots, slot.id, new Set([...taken, slot.id]))?.id ?? null)
  }
  const next = nextOpenSlot(slots, null, taken)
  return {
    slots,
    /** Slots that are not offered because of a stop sign. */
    others,
    /** Whether the ticket cannot be sent without the required photos. */
    areDemanded: arePhotosDemanded(protocol, { noVetVisitRequested: postMortem.no_vet_visit_requested === 1 }),
    hasStopSign: strictestLevel(animal.signs) === 'stop',
    taken,
    next,
    filled: slots.filter(({ id, isFilled }) => isFilled || taken.has(id)).length,
    /** The slot shown one at a time; undefined if all have a photo or a reason. */
    current: shown === undefined ? next : slots.find(({ id }) => id === shown),
    isWalking: walk.isOpen,
    /** Reasons that are being typed, by the ids of slots. */
    typedReasons,
    typeReason,
    /** Whether the user may give a reason for a missing photo. */
    maySkip: currentUser !== null && can(currentUser, 'photo.edit', toPermissionSubject(postMortem)),
    show,
    take,
    skip,
    close: walk.close,
  }
}

export type GuidedPhotosState = ReturnType<typeof useGuidedPhotos>
