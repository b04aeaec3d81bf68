import { Link } from '@tanstack/react-router'
import { isVet } from '@chisholm/domain/permissions'
import type { Animal } from '@chisholm/domain/shapes'
import { useSession } from '../../api/session.ts'
import { nameOfAnimal } from '../animals/animal-facts.tsx'
import { useEntries } from '../library/queries.ts'

/** Leads to the ticket of an animal, by the way of the reader's role; what was run waits for the way back. */
export function TicketLink({ animal, className = '' }: { animal: Animal; className?: string }) {
  const person = useSession()
  const { entries: colors } = useEntries('tag-colors', [animal.tag_color_id])
  const hex = colors?.find((color) => color.id === animal.tag_color_id)?.hex
  const ways = person && isVet(person) ? '/a/vet/ticketdetail' : '/a/postmortem'
  return (
    <Link
      to={`${ways}/${animal.veterinary_record_id}` as string}
      className={`no ticket-link ${className}`}
      ignoreBlocker
    >
      {hex && <i className="tag-dot" style={{ background: hex }} />}
      {nameOfAnimal(animal)}
    </Link>
  )
}

/** Leads veterinarians to the record of an animal, which is theirs to diagnose. */
export function RecordLink({ animal }: { animal: Animal }) {
  const person = useSession()
  if (!person || !isVet(person)) return null
  return (
    <Link
      to={`/a/record/${animal.id}` as string}
      className="record-link"
      aria-label={`Record of ${nameOfAnimal(animal)}`}
      ignoreBlocker
    >
      Record
    </Link>
  )
}
