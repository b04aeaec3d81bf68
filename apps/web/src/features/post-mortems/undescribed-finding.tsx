import './undescribed-finding.css'
import { Link } from '@tanstack/react-router'
import type { OrganSystem } from '@chisholm/domain/examination'
import type { Animal } from '@chisholm/domain/schemas'
import { nameOfAnimal } from '../animals/index.ts'
import { examinationTexts } from './examine/examination-texts.ts'
import { postMortemTexts } from './post-mortem-texts.ts'

interface UndescribedFindingProps {
  postMortemId: string
  animal: Animal
  systems: readonly OrganSystem[]
}

/** Names the abnormal systems of an animal that are not described yet, as a link to its examination. */
export function UndescribedFinding({ postMortemId, animal, systems }: UndescribedFindingProps) {
  const to: string = `/a/vet/ticketdetail/${postMortemId}?step=examine&animal=${animal.id}`
  return (
    <Link to={to}>
      {postMortemTexts.undescribed(
        nameOfAnimal(animal),
        systems.map((system) => examinationTexts.systems[system]),
      )}
    </Link>
  )
}
