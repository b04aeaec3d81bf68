import { IconCircleCheck } from '@tabler/icons-react'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { nameOfAnimal } from '../../animals/index.ts'
import { examinationTexts } from './examination-texts.ts'
import { scrollToMiddle } from './scroll-to-middle.ts'

interface AnimalTabsProps {
  animals: readonly Animal[]
  current: string
  goToAnimal: (to: number) => void
}

/** The animals of a ticket, and which of them have an opinion. */
export function AnimalTabs({ animals, current, goToAnimal }: AnimalTabsProps) {
  if (animals.length < 2) return null
  return (
    <nav className="examine-animals" aria-label={examinationTexts.animals}>
      {animals.map((animal, index) => (
        <button
          key={animal.id}
          ref={animal.id === current ? scrollToMiddle : undefined}
          type="button"
          aria-current={animal.id === current ? 'page' : undefined}
          onClick={() => goToAnimal(index)}
        >
          {nameOfAnimal(animal)}
          {animal.vet_diagnosis_id && (
            <>
              <IconCircleCheck size={16} stroke={2.2} aria-hidden />
              <span className="visually-hidden">{examinationTexts.hasOpinion}</span>
            </>
          )}
        </button>
      ))}
    </nav>
  )
}
