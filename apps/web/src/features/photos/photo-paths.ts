import { isVet, type Role } from '@chisholm/domain/permissions'

/** The photo page on the route of the user's role (specification 2.3, 2.4). */
export const photoPath = (user: { roles: readonly Role[] }, postMortemId: string, animalId: string) =>
  isVet(user)
    ? `/a/vet/ticketdetail/${postMortemId}/${animalId}/uploadPhoto`
    : `/a/postmortem/view/${postMortemId}/${animalId}/uploadPhoto`
