import './guided-photos.css'
import { IconCheck, IconDeviceMobile } from '@tabler/icons-react'
import { CameraInput } from './camera-input.tsx'
import { guidedTexts } from './guided-texts.ts'
import { objectUrlOf } from './object-url.ts'
import { isOpen, type PhotoSlot } from './photo-slots.ts'
import { SlotDrawing } from './slot-drawing.tsx'

interface SlotGridProps {
  slots: readonly PhotoSlot[]
  onTake: (slot: PhotoSlot, file: File) => void
  onOpen: (slot: PhotoSlot) => void
}

/** The slots of an animal. A tap on an open one takes its photo; the others show theirs, which needs no hint. */
export const SlotGrid = ({ slots, onTake, onOpen }: SlotGridProps) => (
  <ul className="slots" aria-label={guidedTexts.title}>
    {slots.map((slot) => (
      <li key={slot.id}>
        {isOpen(slot) ? (
          <CameraInput
            className="slot-tile"
            name={guidedTexts.photograph(slot.name)}
            onTake={(file) => onTake(slot, file)}
          >
            <SlotDrawing name={slot.name} />
          </CameraInput>
        ) : (
          <button
            type="button"
            className="slot-tile"
            aria-label={guidedTexts.open(slot.name, stateOf(slot))}
            onClick={() => onOpen(slot)}
          >
            <SlotContent slot={slot} />
          </button>
        )}
        <p className="slot-name" aria-hidden>
          {slot.name}
          {slot.required && <span className="slot-required">{'\u00a0*'}</span>}
        </p>
        {slot.hint && !slot.isFilled && <p className="slot-hint">{slot.hint}</p>}
      </li>
    ))}
  </ul>
)

const stateOf = ({ isFilled, drafts, skippedReason }: PhotoSlot) =>
  isFilled
    ? drafts.length > 0
      ? guidedTexts.takenHere
      : guidedTexts.taken
    : `${guidedTexts.notPossible}: ${skippedReason}`

/** The content of a slot that is not open: its photo, or a note that none is possible. */
export function SlotContent({ slot: { name, saved, drafts, isFilled } }: { slot: PhotoSlot }) {
  const draft = drafts.at(-1)
  const picture = draft ? objectUrlOf(draft.file) : saved.find(({ lost }) => !lost)?.thumbnail
  return (
    <>
      {picture ? <img src={picture} alt="" decoding="async" /> : <SlotDrawing name={name} />}
      {isFilled ? (
        <span className={draft ? 'slot-badge is-draft' : 'slot-badge'}>
          {draft ? (
            <IconDeviceMobile size={18} stroke={2} aria-hidden />
          ) : (
            <IconCheck size={18} stroke={3} aria-hidden />
          )}
        </span>
      ) : (
        <span className="slot-skipped">{guidedTexts.notPossible}</span>
      )}
    </>
  )
}
