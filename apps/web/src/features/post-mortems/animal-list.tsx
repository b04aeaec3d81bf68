import './animal-list.css'
import { type CSSProperties, memo, useRef } from 'react'
import type { Animal, PostMortem } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import { EmptyState } from '../../ui/states.tsx'
import { useNearItems } from '../../ui/use-near-items.ts'
import { AnimalFactsList, VetDiagnosis, nameOfAnimal } from '../animals/index.ts'
import { DownloadPhotos } from '../photos/index.ts'
import { AnimalCardContent } from './animal-card-content.tsx'
import { diagnosisDrafts } from './diagnosis-drafts.ts'
import { useOutboxEntriesOf } from './queries.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { useUndescribedFindings } from './undescribed-findings.ts'
import { useAnimalsWithInput } from './use-animal-draft.ts'

/** The number of cards that are always complete. Most tickets have fewer animals. */
const alwaysComplete = 5

interface AnimalListProps {
  postMortem: PostMortem
  vetRoute: boolean
  onEdit: (animalId: string) => void
}

/**
 * The animals of a post-mortem. Of hundreds, only those near what is visible have buttons, photos and forms: a form for
 * each of them would freeze a phone. Unsaved or refused input makes a card complete, too, so that it is shown and sent.
 */
export function AnimalList({ postMortem, vetRoute, onEdit }: AnimalListProps) {
  const animals = postMortem.veterinary_record.veterinary_record_animals
  const list = useRef<HTMLElement>(null)
  const { isNear, heightOf } = useNearItems(
    list,
    animals.map(({ id }) => id),
  )
  const withInput = useAnimalsWithInput(diagnosisDrafts, postMortem.id)
  const undescribed = useUndescribedFindings(postMortem)
  const refused = new Set(
    useOutboxEntriesOf(postMortem.id).map((entry) => entry.refusal && 'animalId' in entry && entry.animalId),
  )
  return (
    <section className="stack" aria-labelledby="animals" ref={list}>
      <h2 id="animals">{postMortemTexts.animals}</h2>
      {animals.length === 0 && <EmptyState text={texts.empty.animals} />}
      {animals.map((animal, index) => {
        const isComplete =
          index < alwaysComplete ||
          isNear(animal.id) ||
          undescribed.has(animal.id) ||
          withInput.has(animal.id) ||
          refused.has(animal.id)
        const height = isComplete ? undefined : heightOf(animal.id)
        return (
          <article
            key={animal.id}
            className={isComplete ? 'card animal' : 'card animal outline'}
            aria-label={nameOfAnimal(animal)}
            data-item={animal.id}
            // cast: a custom property
            style={height === undefined ? undefined : ({ '--item-height': `${height}px` } as CSSProperties)}
          >
            {isComplete ? (
              <AnimalCardContent
                postMortem={postMortem}
                animal={animal}
                undescribed={undescribed.get(animal.id)}
                vetRoute={vetRoute}
                onEdit={() => onEdit(animal.id)}
              />
            ) : (
              <AnimalOutline animal={animal} />
            )}
          </article>
        )
      })}
      <DownloadPhotos postMortem={postMortem} />
    </section>
  )
}

/** The texts of an animal, so that the browser finds and prints all of them. */
const AnimalOutline = memo(({ animal }: { animal: Animal }) => (
  <>
    <h2>{nameOfAnimal(animal)}</h2>
    <AnimalFactsList animal={animal} />
    <VetDiagnosis animal={animal} />
  </>
))
