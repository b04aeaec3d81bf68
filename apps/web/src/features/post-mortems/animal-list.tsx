import './animal-list.css'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { EmptyState } from '../../ui/states.tsx'
import { nameOfAnimal } from '../animals/index.ts'
import { DownloadPhotos } from '../photos/index.ts'
import { AnimalCardContent } from './animal-card-content.tsx'
import { AnimalRow } from './animal-row.tsx'
import { diagnosisDrafts } from './diagnosis-drafts.ts'
import { unexaminedAnimals } from './next-vet-action.ts'
import { useOutboxEntriesOf } from './queries.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import type { StepSearch } from './step-search-params.ts'
import { useUndescribedFindings } from './undescribed-findings.ts'
import { useAnimalsWithInput } from './use-animal-draft.ts'
import { useOpenRows } from './use-open-rows.ts'

/** The number of animals whose cards are complete. More are rows that open in place. */
const cardsMax = 5

const cardIdOf = (animalId: string) => `animal-${animalId}`

interface AnimalListProps {
  postMortem: PostMortem
  vetRoute: boolean
  onEdit: (animalId: string) => void
}

/** The animals of a post-mortem: a card each, or a row each if they are many. */
export function AnimalList({ postMortem, vetRoute, onEdit }: AnimalListProps) {
  const animals = postMortem.veterinary_record.veterinary_record_animals
  const undescribed = useUndescribedFindings(postMortem)
  const isLong = animals.length > cardsMax
  const { animal: shownId }: StepSearch = useSearch({ strict: false })
  useEffect(() => {
    if (shownId) document.getElementById(cardIdOf(shownId))?.scrollIntoView({ block: 'start' })
  }, [shownId])
  return (
    <section className="stack" aria-labelledby="animals">
      <h2 id="animals">
        {isLong ? <AnimalCount postMortem={postMortem} vetRoute={vetRoute} /> : postMortemTexts.animals}
      </h2>
      {animals.length === 0 && <EmptyState text={texts.empty.animals} />}
      {isLong ? (
        <AnimalRows postMortem={postMortem} undescribed={undescribed} vetRoute={vetRoute} onEdit={onEdit} />
      ) : (
        animals.map((animal) => (
          <article key={animal.id} id={cardIdOf(animal.id)} className="card" aria-label={nameOfAnimal(animal)}>
            <AnimalCardContent
              postMortem={postMortem}
              animal={animal}
              undescribed={undescribed.get(animal.id)}
              vetRoute={vetRoute}
              onEdit={() => onEdit(animal.id)}
            />
          </article>
        ))
      )}
      <DownloadPhotos postMortem={postMortem} />
    </section>
  )
}

function AnimalCount({ postMortem, vetRoute }: Pick<AnimalListProps, 'postMortem' | 'vetRoute'>) {
  const count = postMortem.veterinary_record.veterinary_record_animals.length
  if (!vetRoute) return postMortemTexts.animalCount(count)
  return postMortemTexts.diagnosedCount(count, count - unexaminedAnimals(postMortem).length)
}

type AnimalRowsProps = AnimalListProps & { undescribed: ReturnType<typeof useUndescribedFindings> }

/**
 * A row for each of many animals, one of which is open. At first these are open, too: rows with unsaved or refused input,
 * and the first one with a danger sign.
 */
function AnimalRows({ postMortem, undescribed, vetRoute, onEdit }: AnimalRowsProps) {
  const animals = postMortem.veterinary_record.veterinary_record_animals
  const search: StepSearch = useSearch({ strict: false })
  const withInput = useAnimalsWithInput(diagnosisDrafts, postMortem.id)
  const entries = useOutboxEntriesOf(postMortem.id)
  const entriesOf = (animalId: string) => entries.filter((entry) => 'animalId' in entry && entry.animalId === animalId)
  const refused = animals.filter(({ id }) => entriesOf(id).some(({ refusal }) => refusal))
  const dangerous = animals.find(({ danger_signs: signs }) => signs.length > 0)
  const openAtFirst = [
    search.animal,
    dangerous?.id,
    ...undescribed.keys(),
    ...withInput,
    ...refused.map(({ id }) => id),
  ]
  const { isOpen, toggle } = useOpenRows(
    animals.map(({ id }) => id),
    openAtFirst,
  )
  return (
    <div className="card animal-rows">
      {animals.map((animal) => (
        <AnimalRow
          key={animal.id}
          cardId={cardIdOf(animal.id)}
          postMortem={postMortem}
          animal={animal}
          entries={entriesOf(animal.id)}
          hasInput={withInput.has(animal.id)}
          undescribed={vetRoute ? undescribed.get(animal.id) : undefined}
          vetRoute={vetRoute}
          isOpen={isOpen(animal.id)}
          onToggle={() => toggle(animal.id)}
          onEdit={() => onEdit(animal.id)}
        />
      ))}
    </div>
  )
}
