import { IconCamera } from '@tabler/icons-react'
import { arePhotosDemanded } from '@chisholm/domain/photo-protocol'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { guidedTexts } from './guided-texts.ts'
import type { PhotoDraft } from './photo-draft-store.ts'
import { divideSlots, isOpen } from './photo-slots.ts'
import { useAnimalSlots, usePhotoProtocol } from './use-animal-slots.ts'

interface SlotSummaryProps {
  postMortem: PostMortem
  animal: Animal
  drafts: readonly PhotoDraft[]
}

const noSkips = {}

/**
 * Summarises the practice's slots: the number with a photo, those without and their reasons, and those still required.
 */
export function SlotSummary({ postMortem, animal, drafts }: SlotSummaryProps) {
  const protocol = usePhotoProtocol()
  const allSlots = useAnimalSlots(postMortem, animal.id, { drafts, skips: noSkips })
  const { offered: slots } = divideSlots(allSlots, animal.danger_signs)
  const filled = slots.filter(({ isFilled }) => isFilled).length
  const skipped = slots.flatMap(({ name, isFilled, skippedReason }) =>
    !isFilled && skippedReason ? [guidedTexts.skipped(name, skippedReason)] : [],
  )
  const isDraft = postMortem.draft === 1
  const isDemanded = arePhotosDemanded(protocol, { noVetVisitRequested: postMortem.no_vet_visit_requested === 1 })
  const missing = isDraft && isDemanded ? slots.filter((slot) => slot.required && isOpen(slot)) : []
  const isAsked = protocol !== 'off' && (isDraft || isDemanded)
  if (slots.length === 0 || (!isAsked && filled + skipped.length === 0)) return null
  const isOver = postMortem.status === 'Completed' || filled === slots.length
  return (
    <div className="slot-summary">
      <p>
        <IconCamera size={18} stroke={1.8} aria-hidden />
        {isOver ? guidedTexts.takenOf(filled, slots.length) : guidedTexts.summary(filled, slots.length)}
      </p>
      {missing.length > 0 && (
        <p className="slot-required">{guidedTexts.stillToTake(missing.map(({ name }) => name).join(', '))}</p>
      )}
      {skipped.map((text) => (
        <p key={text} className="hint">
          {text}
        </p>
      ))}
    </div>
  )
}
