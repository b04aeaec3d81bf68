import { useQuery } from '@tanstack/react-query'
import { may, type Role } from '@chisholm/domain/permissions'
import type { Person } from '@chisholm/domain/schemas'
import { useSession } from '../../api/session.ts'
import { assignableVetsQuery } from '../users/index.ts'

interface AssignableVet extends Person {
  roles: Role[]
}

/**
 * The veterinarians whom the user may assign to a visit, and the one who is assigned.
 * @param assigned  stays selectable, also if the user may not choose them
 */
export function useAssignableVets(assigned: Person | null): AssignableVet[] {
  const currentUser = useSession()
  const vets = useQuery(assignableVetsQuery(currentUser ?? { roles: [] })).data ?? []
  const mayChooseAny = currentUser !== null && may(currentUser, 'vet.choose-any')
  const choices = vets
    .filter(({ id }) => mayChooseAny || id === currentUser?.uuid)
    .map((vet) => ({ ...vet, first_name: vet.first_name ?? '', last_name: vet.last_name ?? '' }))
  const isOffered = choices.some(({ id }) => id === assigned?.id)
  return assigned && !isOffered ? [...choices, { ...assigned, roles: [] }] : choices
}
