import { can, type Role } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/shapes'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import type { Entry } from '../../api/entries.ts'
import type { TicketSearch } from './ticket.tsx'

interface Asked {
  search: TicketSearch
  ticket: PostMortem
  /** Outbox entries of this post-mortem. */
  entries: readonly Entry[]
  person: { roles: readonly Role[] }
  vetRoute: boolean
}

/** The step in the URL if status and role allow it; undefined means the review, which is always allowed. */
export function allowedStep({ search, ticket, entries, person, vetRoute }: Asked): TicketSearch['step'] {
  const subject = toPermissionSubject(ticket)
  const refused = entries.some(({ refusal }) => refusal)
  const animals = ticket.veterinary_record.veterinary_record_animals
  const isAllowed = {
    // refused input is shown in its form, to be corrected or copied
    details: !vetRoute && (refused || can(person, 'postMortem.edit', subject)),
    animal: search.animal ? animals.some(({ id }) => id === search.animal) : can(person, 'animal.add', subject),
    sent: !vetRoute && (ticket.status === 'Pending' || entries.some(({ kind }) => kind === 'send ticket')),
    complete: vetRoute && can(person, 'postMortem.complete', subject),
  }
  const { step } = search
  return step && Object.hasOwn(isAllowed, step) && isAllowed[step] ? step : undefined
}
