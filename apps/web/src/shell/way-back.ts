import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

const placeOf = ({ state: { __TSR_index: place } }: { state: { __TSR_index: number } }) => place

/**
 * The header's back button: one step back in the history if that leads to `back`, so that a list keeps its scroll
 * position; otherwise navigates there, for example after a direct link.
 */
export function useWayBack(): (back: string | true) => void {
  const router = useRouter()
  /** Visited paths by history index. */
  const paths = useRef<string[]>([])
  useEffect(() => {
    const note = (location: typeof router.state.location) => {
      paths.current[placeOf(location)] = location.pathname
    }
    note(router.state.location)
    return router.subscribe('onResolved', ({ toLocation }) => note(toLocation))
  }, [router])
  return (back) => {
    const before = paths.current[placeOf(router.state.location) - 1]
    if (back === true ? router.history.canGoBack() : before === back) router.history.back()
    else void router.navigate({ to: back === true ? '/a' : back })
  }
}
