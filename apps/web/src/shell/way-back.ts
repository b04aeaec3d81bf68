import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Where in the history of this visit a location stands. */
const placeOf = ({ state: { __TSR_index: place } }: { state: { __TSR_index: number } }) => place

/**
 * Gives the way back of a page: one step in the history where that leads to the wanted address, so that its list
 * stands where it was left; else straight to the address, also for who came by a direct link.
 */
export function useWayBack(): (back: string | true) => void {
  const router = useRouter()
  /** The paths of this visit by their place in the history. */
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
