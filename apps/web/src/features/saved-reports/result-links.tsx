import { Link } from '@tanstack/react-router'
import { isVet } from '@chisholm/domain/permissions'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { useSession } from '../../api/session.ts'
import { usePostMortemPath } from '../../api/use-post-mortem-path.ts'
import { savedReportTexts } from './saved-report-texts.ts'
import { nameOfAnimal } from '../animals/index.ts'
import { useEntries } from '../library/index.ts'

/**
 * Links to the ticket of an animal, on the route for the user's role. The draft is stored, so leaving needs no
 * question.
 */
export function PostMortemLink({ animal, className = '' }: { animal: Animal; className?: string }) {
  const pathOf = usePostMortemPath()
  const { entries: colors } = useEntries('tag-colors', [animal.tag_color_id])
  const hex = colors?.find((color) => color.id === animal.tag_color_id)?.hex
  return (
    <Link to={pathOf(animal.veterinary_record_id)} className={`no ticket-link ${className}`} ignoreBlocker>
      {hex && <i className="tag-dot" style={{ background: hex }} />}
      {nameOfAnimal(animal)}
    </Link>
  )
}

/** Links veterinarians to the record of an animal, where they enter a diagnosis. */
export function RecordLink({ animal }: { animal: Animal }) {
  const currentUser = useSession()
  if (!currentUser || !isVet(currentUser)) return null
  return (
    <Link
      to="/a/record/$id"
      params={{ id: animal.id }}
      className="record-link"
      aria-label={savedReportTexts.recordOf(nameOfAnimal(animal))}
      ignoreBlocker
    >
      {savedReportTexts.record}
    </Link>
  )
}
