import './guided-photos.css'
import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { CameraInput } from './camera-input.tsx'
import { DefectNotices } from './defect-notices.tsx'
import { guidedTexts } from './guided-texts.ts'
import type { PhotoSlot } from './photo-slots.ts'
import { RejectedFiles } from './rejected-files.tsx'
import { SlotGrid } from './slot-grid.tsx'
import { GuidedSlots } from './guided-slots.tsx'
import type { GuidedPhotosState } from './use-guided-photos.ts'
import type { PhotoDrafts } from './use-photo-drafts.ts'

interface GuidedPhotosProps {
  guide: GuidedPhotosState
  photos: PhotoDrafts
  /** The page has a button for the next photo elsewhere. */
  hasCameraElsewhere?: boolean | undefined
  /** Continues the wizard; omitted outside it. */
  onReview?: (() => void) | undefined
}

/** Guides through the photos that the practice requires. After each, the next open slot is offered. */
export function GuidedPhotos({ guide, photos, hasCameraElsewhere, onReview }: GuidedPhotosProps) {
  const { slots, next, filled, isWalking, show, take } = guide
  if (slots.length === 0) return null
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
          {!hasCameraElsewhere && <NextPhoto slot={next} onTake={take} isQuiet />}
        </div>
      )}
      {isWalking && (
        <GuidedSlots
          guide={guide}
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

interface NextPhotoProps {
  slot: PhotoSlot
  onTake: (slot: PhotoSlot, file: File) => Promise<void>
  /** The page has another primary button. */
  isQuiet?: boolean
}

/** The button that takes the photo of the next open slot. */
export const NextPhoto = ({ slot, onTake, isQuiet = false }: NextPhotoProps) => (
  <CameraInput className={isQuiet ? 'walk-camera is-quiet' : 'walk-camera'} onTake={(file) => void onTake(slot, file)}>
    <IconCamera size={22} stroke={1.8} aria-hidden />
    {guidedTexts.photograph(slot.name)}
  </CameraInput>
)
