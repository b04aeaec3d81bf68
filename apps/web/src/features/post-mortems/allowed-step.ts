import { can, type Role } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/shapes'
import type { Entry } from '../../api/entries.ts'
import { subjectOf } from './queries.ts'
import type { TicketSearch } from './ticket.tsx'

interface Asked {
  search: TicketSearch
  ticket: PostMortem
  /** What waits of the ticket on this device. */
  entries: readonly Entry[]
  person: { roles: readonly Role[] }
  vetRoute: boolean
}

/**
 * Gives the step the address asks for when the ticket's state and the person's role allow it, else undefined: the
 * review, which is always allowed.
 */
export function allowedStep({ search, ticket, entries, person, vetRoute }: Asked): TicketSearch['step'] {
  const subject = subjectOf(ticket)
  const refused = entries.some(({ refusal }) => refusal)
  const animals = ticket.veterinary_record.veterinary_record_animals
  const isAllowed = {
    // what was refused is shown where it was typed, to be corrected or copied
    details: !vetRoute && (refused || can(person, 'postMortem.edit', subject)),
    animal: search.animal ? animals.some(({ id }) => id === search.animal) : can(person, 'animal.add', subject),
    sent: !vetRoute && (ticket.status === 'Pending' || entries.some(({ kind }) => kind === 'send ticket')),
    complete: vetRoute && can(person, 'postMortem.complete', subject),
  }
  const { step } = search
  return step && Object.hasOwn(isAllowed, step) && isAllowed[step] ? step : undefined
}
