import { isVet, type Role } from './permissions.ts'

interface User {
  roles: readonly Role[]
}

/** The page of a post-mortem for clients (specification 2.3). */
export const clientPostMortemPath = (postMortemId: string): string => `/a/postmortem/${postMortemId}`

/** The page of a post-mortem for veterinarians (specification 2.4). */
export const vetPostMortemPath = (postMortemId: string): string => `/a/vet/ticketdetail/${postMortemId}`

/** The page of a post-mortem for clients, or with `vetRoute` the one for veterinarians. */
export const postMortemPathOnRoute = (vetRoute: boolean, postMortemId: string): string =>
  vetRoute ? vetPostMortemPath(postMortemId) : clientPostMortemPath(postMortemId)

/** The page of a post-mortem for the user's role. */
export const postMortemPath = (user: User, postMortemId: string): string =>
  postMortemPathOnRoute(isVet(user), postMortemId)

/** The page of a post-mortem in a link that is shared by users of all roles. */
export const sharedPostMortemPath = (postMortemId: string): string => `/a/postmortem/view/${postMortemId}`

/** The page of the report. @param postMortemPath  the page of its post-mortem */
export const reportPath = (postMortemPath: string): string => `${postMortemPath}/report`

/** The photo page of an animal for the user's role (specification 2.3, 2.4). */
export const photoPath = (user: User, postMortemId: string, animalId: string): string =>
  `${isVet(user) ? vetPostMortemPath(postMortemId) : sharedPostMortemPath(postMortemId)}/${animalId}/uploadPhoto`

/** The examination of an animal. */
export const examinePath = (postMortemId: string, animalId: string): string =>
  `${vetPostMortemPath(postMortemId)}?step=examine&animal=${animalId}`
