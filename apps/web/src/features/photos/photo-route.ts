import { isVet, type Role } from '@chisholm/domain/permissions'

/** The photo page on the route of the user's role (specification 2.3, 2.4). */
export const photoRoute = (person: { roles: readonly Role[] }, ticketId: string, animalId: string) =>
  isVet(person)
    ? `/a/vet/ticketdetail/${ticketId}/${animalId}/uploadPhoto`
    : `/a/postmortem/view/${ticketId}/${animalId}/uploadPhoto`

/** The post-mortem that a photo page belongs to. */
export const ticketRoute = (person: { roles: readonly Role[] }, ticketId: string) =>
  isVet(person) ? `/a/vet/ticketdetail/${ticketId}` : `/a/postmortem/${ticketId}`
