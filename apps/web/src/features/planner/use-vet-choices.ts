import type { Role } from '@chisholm/domain/permissions'
import type { Person } from '@chisholm/domain/schemas/references'
import { useAssignableVets } from '../users/index.ts'

interface VetChoice extends Person {
  roles: Role[]
}

/**
 * The veterinarians whom the user may assign to a visit, and the one who is assigned.
 * @param assigned  stays selectable, also if the user may not choose them
 */
export function useVetChoices(assigned: Person | null): VetChoice[] {
  const vets = useAssignableVets().data ?? []
  const choices = vets.map((vet) => ({ ...vet, first_name: vet.first_name ?? '', last_name: vet.last_name ?? '' }))
  const isOffered = choices.some(({ id }) => id === assigned?.id)
  return assigned && !isOffered ? [...choices, { ...assigned, roles: [] }] : choices
}
