import { IconAlertTriangle, IconChevronRight, IconPencil } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import type { OrganSystem } from '@chisholm/domain/examination'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { animalTexts, nameOfAnimal } from '../animals/index.ts'
import { AnimalCardContent } from './animal-card-content.tsx'
import { postMortemTexts } from './post-mortem-texts.ts'
import { UndescribedFinding } from './undescribed-finding.tsx'
import { UnsentPill } from './unsent-pill.tsx'

interface AnimalRowProps {
  /** The id of its element. */
  cardId: string
  postMortem: PostMortem
  animal: Animal
  /** The outbox entries of this animal. */
  entries: readonly OutboxEntry[]
  /** Whether there is input about its diagnosis that is not saved yet. */
  hasInput: boolean
  undescribed: readonly OrganSystem[] | undefined
  vetRoute: boolean
  isOpen: boolean
  onToggle: () => void
  onEdit: () => void
}

/** An animal of many: one line that opens everything about it in place. */
export function AnimalRow({ cardId, entries, hasInput, isOpen, onToggle, ...shown }: AnimalRowProps) {
  const { postMortem, animal, undescribed, vetRoute } = shown
  const contentId = useId()
  const row = useRef<HTMLElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // Rows above that have closed may have moved it out of sight.
    if (isOpen && !wasOpen.current) row.current?.querySelector('button')?.scrollIntoView({ block: 'nearest' })
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <article id={cardId} className="animal-row" aria-label={nameOfAnimal(animal)} ref={row}>
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={isOpen ? contentId : undefined} onClick={onToggle}>
          <IconChevronRight size={20} stroke={1.8} aria-hidden />
          <AnimalSummary postMortem={postMortem} animal={animal} vetRoute={vetRoute} />
        </button>
      </h3>
      <UnsentPill entries={entries} />
      {hasInput && !isOpen && (
        <span className="pill warn">
          <IconPencil size={15} stroke={2.2} aria-hidden />
          {postMortemTexts.diagnosis.notSavedYet}
        </span>
      )}
      {!isOpen && undescribed && (
        <p className="banner danger animal-links">
          <UndescribedFinding postMortemId={postMortem.id} animal={animal} systems={undescribed} />
        </p>
      )}
      {/* Input that is not saved stays mounted, so that it is sent once that is possible. */}
      {(isOpen || hasInput) && (
        <div id={contentId} className="stack animal-row-content" hidden={!isOpen}>
          <AnimalCardContent {...shown} isInRow />
        </div>
      )}
    </article>
  )
}

/** What tells an animal apart, and how far it is. Clients see no diagnosis before one is issued. */
function AnimalSummary({ postMortem, animal, vetRoute }: Pick<AnimalRowProps, 'postMortem' | 'animal' | 'vetRoute'>) {
  const penAndLot = [animal.pen, animal.lot].filter(Boolean).join(', ')
  const isDecided = vetRoute || postMortem.status === 'Completed'
  const diagnosis = animal.vet_diagnosis?.name
  return (
    <>
      <strong>{nameOfAnimal(animal)}</strong>
      <span className="animal-row-details">
        {penAndLot && <span>{penAndLot}</span>}
        <span>{postMortemTexts.photoCount(animal.photos)}</span>
        {animal.danger_signs.length > 0 && (
          <span className="animal-row-danger">
            <IconAlertTriangle size={16} stroke={2.2} aria-hidden />
            {animalTexts.dangerSigns.title}
          </span>
        )}
        {(diagnosis ?? isDecided) && (
          <span className={diagnosis ? 'animal-row-diagnosis' : undefined}>
            {diagnosis ?? postMortemTexts.noDiagnosis}
          </span>
        )}
      </span>
    </>
  )
}
