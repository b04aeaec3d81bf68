import '../../ui/animal-links.css'
import { Link } from '@tanstack/react-router'
import type { OrganSystem } from '@chisholm/domain/examination'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { examinePath } from '@chisholm/domain/page-paths'
import { describeUndescribed, undescribedLinkId } from './undescribed-findings.ts'

interface UndescribedFindingProps {
  postMortemId: string
  animal: Animal
  systems: readonly OrganSystem[]
}

/** Names the abnormal systems of an animal that are not described yet, as a link to its examination. */
export const UndescribedFinding = ({ postMortemId, animal, systems }: UndescribedFindingProps) => (
  <Link id={undescribedLinkId(animal.id)} to={examinePath(postMortemId, animal.id)}>
    {describeUndescribed(animal, systems)}
  </Link>
)
