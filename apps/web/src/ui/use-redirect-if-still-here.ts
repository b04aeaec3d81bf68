import { useRouter } from '@tanstack/react-router'

/**
 * Redirects after an action, even if its component was unmounted, but not if the user has gone elsewhere in the
 * meantime.
 * @returns call it when the action starts, and its result when the action is done
 */
export function useRedirectIfStillHere(): () => (to: string, search?: Record<string, unknown>) => void {
  const router = useRouter()
  // in the split view the open post-mortem is the search parameter `ticket`
  const currentLocation = () => {
    const { pathname, search } = router.state.location
    return `${pathname} ${'ticket' in search ? String(search.ticket) : ''}`
  }
  return () => {
    const startLocation = currentLocation()
    return (to, search = {}) => {
      if (currentLocation() === startLocation) void router.navigate({ to, search, replace: true })
    }
  }
}
