import { outboxTexts } from '../../outbox-texts.ts'
import { AnimalFactsList, nameOfAnimal } from '../animals/index.ts'
import { useEntriesOf } from './queries.ts'
import { RefusalBanner } from './refusal-banner.tsx'
import { StepFrame } from './step-frame.tsx'
import { animalIn } from './waiting-animal.ts'

/** Deleted by somebody else while unsent changes existed: keeps them readable. */
export function GoneTicket({ ticketId, beside }: { ticketId: string; beside: boolean }) {
  const animals = useEntriesOf(ticketId).flatMap((entry) => animalIn(entry) ?? [])
  return (
    <StepFrame title={outboxTexts.refused} beside={beside}>
      <h1>{outboxTexts.refused}</h1>
      <RefusalBanner ticketId={ticketId} />
      {animals.map(({ at, animal }) => (
        <article key={at} className="card">
          <h2>{nameOfAnimal(animal)}</h2>
          <AnimalFactsList animal={animal} />
        </article>
      ))}
    </StepFrame>
  )
}
