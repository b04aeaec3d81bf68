import { useRouter } from '@tanstack/react-router'

/**
 * Leads on from a screen once a change it asked for is done, also when the screen is gone by then; who went elsewhere
 * meanwhile stays there.
 * @returns to be called when the change begins; what that gives, when it is done
 */
export function useLeadOn(): () => (to: string, search?: object) => void {
  const router = useRouter()
  // beside a list the ticket stands in the query
  const place = () => {
    const { pathname, search } = router.state.location
    return `${pathname} ${'ticket' in search ? String(search.ticket) : ''}`
  }
  return () => {
    const asked = place()
    return (to, search = {}) => {
      if (place() === asked) void router.navigate({ to, search: search as never, replace: true })
    }
  }
}
