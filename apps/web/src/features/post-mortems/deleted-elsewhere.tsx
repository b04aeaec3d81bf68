import { outboxTexts } from '../../outbox-texts.ts'
import { AnimalFactsList, nameOfAnimal } from '../animals/index.ts'
import { useOutboxEntriesOf } from './queries.ts'
import { RefusalBanner } from './refusal-banner.tsx'
import { StepLayout } from './step-layout.tsx'
import { animalFromEntry } from './unsent-animal.ts'

/**
 * Shown if somebody else deleted the post-mortem while this device had unsent changes, which can still be read here.
 */
export function DeletedElsewhere({ postMortemId, inSplitView }: { postMortemId: string; inSplitView: boolean }) {
  const animals = useOutboxEntriesOf(postMortemId).flatMap((entry) => animalFromEntry(entry) ?? [])
  return (
    <StepLayout title={outboxTexts.refused} inSplitView={inSplitView}>
      <h1>{outboxTexts.refused}</h1>
      <RefusalBanner postMortemId={postMortemId} />
      {animals.map(({ at, animal }) => (
        <article key={at} className="card">
          <h2>{nameOfAnimal(animal)}</h2>
          <AnimalFactsList animal={animal} />
        </article>
      ))}
    </StepLayout>
  )
}
