import { useLocation, useParams } from '@tanstack/react-router'
import { PostMortemSteps } from './post-mortem-steps.tsx'

/** A post-mortem on its own page, for clients and, under /a/vet, for veterinarians. */
export function EditPostMortemPage() {
  const { id = '', animalId }: { id?: string; animalId?: string } = useParams({ strict: false })
  const vetRoute = useLocation().pathname.startsWith('/a/vet/')
  return <PostMortemSteps key={id} id={id} animalId={animalId} vetRoute={vetRoute} />
}
