import '../../ui/animal-links.css'
import { Link } from '@tanstack/react-router'
import { examinePath } from '@chisholm/domain/page-paths'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { ExpandableList } from '../../ui/expandable-list.tsx'
import { nameOfAnimal } from './animal-name.ts'
import { animalTexts } from './animal-texts.ts'

/** Warns of animals without a diagnosis before a report about them is issued. */
export function UndiagnosedAnimals({ animals }: { animals: readonly Animal[] }) {
  const undiagnosed = animals.filter((animal) => !animal.vet_diagnosis_id)
  if (undiagnosed.length === 0) return null
  return (
    <section className="banner animal-links" aria-labelledby="undiagnosed">
      <p id="undiagnosed">{animalTexts.undiagnosed(undiagnosed.length)}</p>
      <ExpandableList>
        {undiagnosed.map((animal) => (
          <li key={animal.id}>
            <Link to={examinePath(animal.veterinary_record_id, animal.id)}>{nameOfAnimal(animal)}</Link>
          </li>
        ))}
      </ExpandableList>
    </section>
  )
}
