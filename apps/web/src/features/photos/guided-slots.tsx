import './guided-photos.css'
import { Button } from '@mantine/core'
import { IconCamera, IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { uiTexts } from '../../ui-texts.ts'
import { useModal } from '../../ui/use-modal.ts'
import { CameraInput } from './camera-input.tsx'
import { guidedTexts } from './guided-texts.ts'
import { isOpen, type PhotoSlot } from './photo-slots.ts'
import { SkipReason } from './skip-reason.tsx'
import { SlotContent } from './slot-grid.tsx'
import { SlotDrawing } from './slot-drawing.tsx'

interface SlotWalkProps {
  slots: readonly PhotoSlot[]
  /** Slots whose photo is being stored. */
  taken: ReadonlySet<string>
  /** The current slot; undefined if all have a photo or a reason. */
  slot: PhotoSlot | undefined
  onShow: (slotId: string) => void
  onTake: (slot: PhotoSlot, file: File) => void
  /** Omitted if the user may not give reasons for missing photos. */
  onSkip?: (slot: PhotoSlot, reason: string) => void
  /** Reasons that are being typed, by the ids of slots. */
  typedReasons: Readonly<Record<string, string>>
  /** Called with each change; undefined once it is no longer typed. */
  onTypeReason: (slotId: string, reason: string | undefined) => void
  onClose: () => void
  /** Continues the wizard; omitted outside it. */
  onReview?: (() => void) | undefined
  /** Messages about the photos taken so far. */
  messages: ReactNode
}

/** Guides through the slots one at a time: take a photo, give a reason, or continue. */
export function GuidedSlots({
  slots,
  taken,
  slot,
  onShow,
  onTake,
  onSkip,
  typedReasons,
  onTypeReason,
  onClose,
  onReview,
  messages,
}: SlotWalkProps) {
  const index = slots.findIndex(({ id }) => id === slot?.id)
  const neighbour = (offset: number) => slots[(index + offset + slots.length) % slots.length]?.id ?? ''
  const filled = slots.filter(({ id, isFilled }) => isFilled || taken.has(id)).length
  const stepButton = (offset: 1 | -1) => (
    <button
      type="button"
      className="icon-button"
      aria-label={offset === 1 ? guidedTexts.skip : guidedTexts.previous}
      onClick={() => onShow(neighbour(offset))}
    >
      {offset === 1 ? <IconChevronRight stroke={1.8} aria-hidden /> : <IconChevronLeft stroke={1.8} aria-hidden />}
    </button>
  )
  return (
    <dialog ref={useModal()} className="walk" aria-label={guidedTexts.title} onClose={onClose}>
      <div className="walk-bar">
        <b>{guidedTexts.progress(filled, slots.length)}</b>
        <button type="button" className="icon-button" aria-label={uiTexts.close} onClick={onClose}>
          <IconX stroke={1.8} aria-hidden />
        </button>
      </div>
      <div className="walk-slot">
        {slot ? (
          <>
            <div className="walk-picture">
              {stepButton(-1)}
              <span className="slot-tile">
                {isOpen(slot) ? <SlotDrawing name={slot.name} /> : <SlotContent slot={slot} />}
              </span>
              {stepButton(1)}
            </div>
            <div aria-live="polite">
              <h2>{slot.name}</h2>
              {slot.hint && <p className="hint">{slot.hint}</p>}
              {slot.required && <p className="slot-required">{guidedTexts.required}</p>}
            </div>
          </>
        ) : (
          <h2 aria-live="polite">{guidedTexts.allTaken}</h2>
        )}
        {messages}
      </div>
      <div className="walk-actions">
        {slot ? (
          <SlotActions
            key={slot.id}
            slot={slot}
            onTake={onTake}
            {...(onSkip && { onSkip })}
            typedReason={typedReasons[slot.id]}
            onTypeReason={(reason) => onTypeReason(slot.id, reason)}
          />
        ) : (
          !onReview && <Button onClick={onClose}>{uiTexts.done}</Button>
        )}
        {onReview && (
          <Button variant={slot ? 'default' : 'filled'} onClick={onReview}>
            {guidedTexts.review}
          </Button>
        )}
      </div>
    </dialog>
  )
}

type SlotActionsProps = Pick<SlotWalkProps, 'onTake' | 'onSkip'> & {
  slot: PhotoSlot
  /** Undefined while none is asked for. */
  typedReason: string | undefined
  onTypeReason: (reason: string | undefined) => void
}

function SlotActions({ slot, onTake, onSkip, typedReason, onTypeReason }: SlotActionsProps) {
  if (typedReason !== undefined && onSkip)
    return (
      <SkipReason
        slotName={slot.name}
        reason={typedReason}
        onType={onTypeReason}
        onSave={(reason) => {
          onTypeReason(undefined)
          onSkip(slot, reason)
        }}
        onCancel={() => onTypeReason(undefined)}
      />
    )
  return (
    <>
      <CameraInput className="walk-camera" onTake={(file) => onTake(slot, file)}>
        <IconCamera size={24} stroke={1.8} aria-hidden />
        {slot.isFilled ? guidedTexts.takeAnother : guidedTexts.take}
      </CameraInput>
      {slot.skippedReason !== null ? (
        <>
          <p className="hint">
            {guidedTexts.notPossible}: {slot.skippedReason}
          </p>
          {onSkip && (
            <Button variant="default" onClick={() => onSkip(slot, '')}>
              {guidedTexts.possibleAfterAll}
            </Button>
          )}
        </>
      ) : (
        !slot.isFilled &&
        onSkip && (
          <Button variant="default" onClick={() => onTypeReason('')}>
            {guidedTexts.notPossible}
          </Button>
        )
      )}
    </>
  )
}
