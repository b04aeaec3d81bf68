import { isVet, type Role } from '@chisholm/domain/permissions'
import { useSession } from '../api/session.ts'

/** The page of a post-mortem on the route of the user's role (specification 2.3, 2.4). */
export const postMortemPath = (user: { roles: readonly Role[] }, postMortemId: string) =>
  isVet(user) ? `/a/vet/ticketdetail/${postMortemId}` : `/a/postmortem/${postMortemId}`

/** `postMortemPath` of the signed-in user. */
export function usePostMortemPath(): (postMortemId: string) => string {
  const currentUser = useSession()
  return (postMortemId) => postMortemPath(currentUser ?? { roles: [] }, postMortemId)
}
