import { Button } from '@mantine/core'
import { nameOfAnimal } from '../animals/index.ts'
import { examinationTexts } from './examine/examination-texts.ts'
import { nextVetAction, unexaminedAnimals } from './next-vet-action.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { useOutboxEntriesOf } from './queries.ts'
import type { StepProps } from './step-layout.tsx'

/** The buttons with which a veterinarian goes on with an open ticket: examine the next animal, and complete it. */
export function VetFooter({ postMortem, goToStep }: Pick<StepProps, 'postMortem' | 'goToStep'>) {
  const entries = useOutboxEntriesOf(postMortem.id)
  // An animal that is only on this device cannot be examined yet.
  const onlyHere = new Set(entries.flatMap((entry) => (entry.kind === 'add animal' ? entry.animalId : [])))
  const animal = unexaminedAnimals(postMortem).find(({ id }) => !onlyHere.has(id))
  const next = nextVetAction(postMortem)
  return (
    <>
      {animal && (
        <Button
          variant={next === 'examine' ? 'filled' : 'default'}
          onClick={() => goToStep({ step: 'examine', animal: animal.id })}
        >
          {examinationTexts.examineOf(nameOfAnimal(animal))}
        </Button>
      )}
      <Button variant={next === 'complete' ? 'filled' : 'default'} onClick={() => goToStep({ step: 'complete' })}>
        {postMortemTexts.complete}
      </Button>
    </>
  )
}
