import './guided-photos.css'
import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useState } from 'react'
import type { PostMortem } from '@chisholm/domain/schemas'
import { CameraInput } from './camera-input.tsx'
import { DefectNotices } from './defect-notices.tsx'
import { guidedTexts } from './guided-texts.ts'
import { nextOpenSlot, type PhotoSlot } from './photo-slots.ts'
import { RejectedFiles } from './rejected-files.tsx'
import { SlotGrid } from './slot-grid.tsx'
import { GuidedSlots } from './guided-slots.tsx'
import { useAnimalSlots, usePhotoProtocol } from './use-animal-slots.ts'
import type { PhotoDrafts } from './use-photo-drafts.ts'

interface GuidedPhotosProps {
  postMortem: PostMortem
  animalId: string
  photos: PhotoDrafts
  /** Continues the wizard; omitted outside it. */
  onReview?: (() => void) | undefined
}

/** Guides through the photos that the practice requires. After each, the next open slot is offered. */
export function GuidedPhotos({ postMortem, animalId, photos, onReview }: GuidedPhotosProps) {
  const protocol = usePhotoProtocol()
  const slots = useAnimalSlots(postMortem, animalId, photos)
  const [shown, setShown] = useState<string | null>(null)
  const [isWalking, setWalking] = useState(false)
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  if (protocol === 'off' || slots.length === 0) return null

  const show = (slotId: string | null) => {
    setShown(slotId)
    setWalking(true)
  }
  const take = async (slot: PhotoSlot, file: File) => {
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
  const filled = slots.filter(({ id, isFilled }) => isFilled || taken.has(id)).length
  return (
    <section className="stack" aria-label={guidedTexts.title}>
      <div className="row between">
        <h2>
          <span aria-hidden>{guidedTexts.progress(filled, slots.length)}</span>
          <span className="visually-hidden">{guidedTexts.progressInWords(filled, slots.length)}</span>
        </h2>
        <span className="hint">{next ? guidedTexts.next(next.name) : guidedTexts.allTaken}</span>
      </div>
      <SlotGrid slots={slots} onTake={(slot, file) => void take(slot, file)} onOpen={(slot) => show(slot.id)} />
      {slots.some(({ required }) => required) && <p className="hint">{guidedTexts.requiredLegend}</p>}
      {next && (
        <div className="slot-actions">
          <Button variant="default" onClick={() => show(next.id)}>
            {guidedTexts.oneByOne}
          </Button>
          <CameraInput className="walk-camera" onTake={(file) => void take(next, file)}>
            <IconCamera size={22} stroke={1.8} aria-hidden />
            {guidedTexts.photograph(next.name)}
          </CameraInput>
        </div>
      )}
      {isWalking && (
        <GuidedSlots
          slots={slots}
          taken={taken}
          slot={slots.find(({ id }) => id === shown)}
          onShow={show}
          onTake={(slot, file) => void take(slot, file)}
          onSkip={skip}
          onClose={() => setWalking(false)}
          onReview={onReview}
          messages={
            <>
              <RejectedFiles photos={photos} />
              <DefectNotices slots={slots} photos={photos} />
            </>
          }
        />
      )}
    </section>
  )
}
