import { useQuery } from '@tanstack/react-query'
import { fullName } from '@chisholm/domain/full-name'
import { may, vetRoles } from '@chisholm/domain/permissions'
import type { Planner } from '@chisholm/domain/schemas/planner'
import type { Person } from '@chisholm/domain/schemas/references'
import { useSession } from '../../api/session.ts'
import { nobody } from '../../ui/nobody.ts'
import { userQuery, vetsQuery } from '../users/index.ts'
import { visitTexts } from '../visits/index.ts'

/** A row of the board. */
export interface BoardVet {
  id: string
  name: string
  /** Null: the row of unassigned visits. */
  person: Person | null
  /** Whether the user may assign visits to it. */
  isAssignable: boolean
}

/**
 * The rows of the board, the user's own first: all veterinarians, Admins with visits or absences, and nobody.
 * @param chosenId  a user who has a row even without visits
 */
export function useBoardVets(planner: Planner, chosenId?: string): BoardVet[] {
  const currentUser = useSession()
  const users = useQuery(vetsQuery(vetRoles)).data ?? []
  const isUnknown = chosenId !== undefined && chosenId !== nobody && users.every(({ id }) => id !== chosenId)
  const chosen = useQuery({ ...userQuery(chosenId ?? ''), enabled: isUnknown }).data
  const busy = new Set([
    chosenId,
    ...planner.visits.map(({ scheduled_for }) => scheduled_for?.id),
    ...planner.absences.map(({ user_id }) => user_id),
  ])
  const mayChooseAny = currentUser !== null && may(currentUser, 'vet.choose-any')
  const people = [...users, ...(isUnknown && chosen ? [chosen] : [])]
    .filter(({ id, roles }) => roles.includes('Veterinarian') || busy.has(id))
    .map(({ id, first_name, last_name }) => ({ id, first_name: first_name ?? '', last_name: last_name ?? '' }))
  const known = new Set(people.map(({ id }) => id))
  const unlisted = planner.visits.flatMap(({ scheduled_for: vet }) =>
    vet && !known.has(vet.id) ? [[vet.id, vet] as const] : [],
  )
  const rows = [...people, ...new Map(unlisted).values()].map((person) => ({
    id: person.id,
    name: fullName(person),
    person,
    isAssignable: mayChooseAny || person.id === currentUser?.uuid,
  }))
  // whoever plans looks for the own visits first
  const own = rows.filter(({ id }) => id === currentUser?.uuid)
  const others = rows.filter(({ id }) => id !== currentUser?.uuid)
  return [...own, ...others, { id: nobody, name: visitTexts.unassigned, person: null, isAssignable: true }]
}
