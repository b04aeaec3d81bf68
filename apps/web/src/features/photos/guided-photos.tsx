import './guided-photos.css'
import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { Disclosure } from '../../ui/disclosure.tsx'
import { CameraInput } from './camera-input.tsx'
import { DefectNotices } from './defect-notices.tsx'
import { guidedTexts } from './guided-texts.ts'
import type { PhotoSlot } from './photo-slots.ts'
import { photoTexts } from './photo-texts.ts'
import { RejectedFiles } from './rejected-files.tsx'
import { SlotGrid } from './slot-grid.tsx'
import { GuidedSlots, OutsideOnly } from './guided-slots.tsx'
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
  const { slots, others, next, filled, isWalking, show, take } = guide
  if (slots.length + others.length === 0) return null
  return (
    <section className="stack slots-section" aria-label={guidedTexts.title}>
      <div className="row between">
        <h2>{photoTexts.filledSlots(filled, slots.length)}</h2>
        <span className="hint">{next ? guidedTexts.next(next.name) : guidedTexts.allTaken}</span>
      </div>
      <OutsideOnly guide={guide} />
      {next && (
        <Button
          variant={hasCameraElsewhere ? 'default' : 'filled'}
          leftSection={<IconCamera size={22} stroke={1.8} aria-hidden />}
          onClick={() => show(next.id)}
        >
          {guidedTexts.oneByOne}
        </Button>
      )}
      <SlotGrid slots={slots} onTake={(slot, file) => void take(slot, file)} onOpen={(slot) => show(slot.id)} />
      {slots.some(({ required }) => required) && (
        <p className="hint">{guidedTexts.requiredLegend(guide.areDemanded)}</p>
      )}
      {others.length > 0 && (
        <Disclosure className="other-slots" title={guidedTexts.others}>
          <SlotGrid
            slots={others}
            onTake={(slot, file) => void photos.add([file], slot.id)}
            onOpen={(slot) => show(slot.id)}
          />
        </Disclosure>
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
}

/** The button that takes the photo of the next open slot. */
export const NextPhoto = ({ slot, onTake }: NextPhotoProps) => (
  <CameraInput className="walk-camera" onTake={(file) => void onTake(slot, file)}>
    <IconCamera size={22} stroke={1.8} aria-hidden />
    {guidedTexts.photograph(slot.name)}
  </CameraInput>
)
