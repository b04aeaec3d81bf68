import './guided-photos.css'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCamera, IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { uiTexts } from '../../ui-texts.ts'
import { useModal } from '../../ui/use-modal.ts'
import { CameraInput } from './camera-input.tsx'
import { guidedTexts } from './guided-texts.ts'
import { isOpen, type PhotoSlot } from './photo-slots.ts'
import { SkipReason } from './skip-reason.tsx'
import { SlotContent } from './slot-grid.tsx'
import { SlotDrawing } from './slot-drawing.tsx'
import type { GuidedPhotosState } from './use-guided-photos.ts'

interface GuidedSlotsProps {
  guide: GuidedPhotosState
  /** Continues the wizard; omitted outside it. */
  onReview?: (() => void) | undefined
  /** Messages about the photos taken so far. */
  messages: ReactNode
}

/** Guides through the slots one at a time: take a photo, give a reason, or continue. */
export function GuidedSlots({ guide, onReview, messages }: GuidedSlotsProps) {
  const { slots, filled, current } = guide
  const close = () => void guide.close()
  const review = onReview && (() => void guide.close().then(onReview))
  return (
    <dialog ref={useModal()} className="walk" aria-label={guidedTexts.title} onClose={close}>
      <div className="walk-bar">
        <b>{guidedTexts.progress(filled, slots.length)}</b>
        <button type="button" className="icon-button" aria-label={uiTexts.close} onClick={close}>
          <IconX stroke={1.8} aria-hidden />
        </button>
      </div>
      <div className="walk-slot">
        <OutsideOnly guide={guide} />
        {current ? <CurrentSlot slot={current} guide={guide} /> : <h2 aria-live="polite">{guidedTexts.allTaken}</h2>}
        {messages}
      </div>
      <div className="walk-actions">
        {current && <SlotActions key={current.id} slot={current} guide={guide} />}
        {!current && !review && <Button onClick={close}>{uiTexts.done}</Button>}
        {review && (
          <Button variant={current ? 'default' : 'filled'} onClick={review}>
            {guidedTexts.review}
          </Button>
        )}
      </div>
    </dialog>
  )
}

/** The warning of a stop sign. */
export const OutsideOnly = ({ guide: { hasStopSign } }: { guide: GuidedPhotosState }) =>
  hasStopSign && (
    <p className="banner danger">
      <IconAlertTriangle size={22} aria-hidden />
      {guidedTexts.outsideOnly}
    </p>
  )

interface SlotProps {
  slot: PhotoSlot
  guide: GuidedPhotosState
}

/** A drawing of the current slot, or its photo, between the buttons that go to the next and the previous slot. */
function CurrentSlot({ slot, guide: { slots, areDemanded, show } }: SlotProps) {
  const index = slots.findIndex(({ id }) => id === slot.id)
  const showNeighbour = (offset: 1 | -1) => show(slots[(index + offset + slots.length) % slots.length]?.id ?? '')
  return (
    <>
      <div className="walk-picture">
        <button
          type="button"
          className="icon-button"
          aria-label={guidedTexts.previous}
          onClick={() => showNeighbour(-1)}
        >
          <IconChevronLeft stroke={1.8} aria-hidden />
        </button>
        <span className="slot-tile">
          {isOpen(slot) ? <SlotDrawing name={slot.name} /> : <SlotContent slot={slot} />}
        </span>
        <button type="button" className="icon-button" aria-label={guidedTexts.skip} onClick={() => showNeighbour(1)}>
          <IconChevronRight stroke={1.8} aria-hidden />
        </button>
      </div>
      <div aria-live="polite">
        <h2>{slot.name}</h2>
        {slot.hint && <p className="hint">{slot.hint}</p>}
        {slot.required && <p className="slot-required">{guidedTexts.required(areDemanded)}</p>}
      </div>
    </>
  )
}

function SlotActions({ slot, guide: { take, skip, maySkip, typedReasons, typeReason } }: SlotProps) {
  const [isAsking, setAsking] = useState(false)
  const reason = typedReasons[slot.id] ?? ''
  const closeForm = () => {
    setAsking(false)
    typeReason(slot.id, '')
  }
  // a slot whose photo arrives while its reason is being typed needs none any more
  if ((isAsking || reason) && maySkip && !slot.isFilled)
    return (
      <SkipReason
        slotName={slot.name}
        reason={reason}
        onType={(typed) => {
          setAsking(true)
          typeReason(slot.id, typed)
        }}
        onSave={(chosen) => {
          closeForm()
          skip(slot, chosen)
        }}
        onCancel={closeForm}
      />
    )
  return (
    <>
      <CameraInput className="walk-camera" onTake={(file) => void take(slot, file)}>
        <IconCamera size={24} stroke={1.8} aria-hidden />
        {slot.isFilled ? guidedTexts.takeAnother : guidedTexts.take}
      </CameraInput>
      {slot.skippedReason !== null && (
        <p className="hint">
          {guidedTexts.notPossible}: {slot.skippedReason}
        </p>
      )}
      {slot.skippedReason !== null && maySkip && (
        <Button variant="default" onClick={() => skip(slot, '')}>
          {guidedTexts.possibleAfterAll}
        </Button>
      )}
      {slot.skippedReason === null && maySkip && !slot.isFilled && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {guidedTexts.notPossible}
        </Button>
      )}
    </>
  )
}
