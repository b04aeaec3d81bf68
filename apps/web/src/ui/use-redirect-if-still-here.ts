import { useRouter } from '@tanstack/react-router'
import { changeReturn } from './return-after-sign-in.ts'

/**
 * Redirects after an action, even if its component was unmounted, but not if the user has gone elsewhere in the
 * meantime. If the session has ended, it is redirected after the sign-in.
 * @returns call it when the action starts, and its result when the action is done
 */
export function useRedirectIfStillHere(): () => (to: string, search?: Record<string, unknown>) => void {
  const router = useRouter()
  return () => {
    const start = keyOf(router.state.location)
    return (to, search = {}) => {
      const isHere = (place: { pathname: string; search: object }) => keyOf(place) === start
      if (changeReturn(router, (place) => (isHere(place) ? { pathname: to, search } : null))) return
      if (isHere(router.state.location)) void router.navigate({ to, search, replace: true })
    }
  }
}

/** In the split view the open post-mortem is the search parameter `ticket`. */
const keyOf = ({ pathname, search }: { pathname: string; search: object }) =>
  `${pathname} ${'ticket' in search ? String(search.ticket) : ''}`
