import { postMortemPath } from '@chisholm/domain/page-paths'
import { useSession } from './session.ts'

/** `postMortemPath` of the signed-in user. */
export function usePostMortemPath(): (postMortemId: string) => string {
  const currentUser = useSession()
  return (postMortemId) => postMortemPath(currentUser ?? { roles: [] }, postMortemId)
}
