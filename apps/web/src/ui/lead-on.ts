import { useRouter } from '@tanstack/react-router'

/**
 * Redirects after an action, even if its component was unmounted, but not if the user has gone elsewhere in the
 * meantime.
 * @returns call it when the action starts, and its result when the action is done
 */
export function useLeadOn(): () => (to: string, search?: Record<string, unknown>) => void {
  const router = useRouter()
  // in the split view the open ticket is a search parameter
  const place = () => {
    const { pathname, search } = router.state.location
    return `${pathname} ${'ticket' in search ? String(search.ticket) : ''}`
  }
  return () => {
    const asked = place()
    return (to, search = {}) => {
      if (place() === asked) void router.navigate({ to, search, replace: true })
    }
  }
}
