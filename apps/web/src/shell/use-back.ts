import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { urlBeforeLoad } from '../ui/url-before-load.ts'

const historyIndexOf = ({ state: { __TSR_index: index } }: { state: { __TSR_index: number } }) => index

/**
 * Does what the back button of the header does: it goes one step back in the history if that leads to `back`, so that a
 * list returns to its scroll position. Otherwise, for example after a direct link, it navigates there.
 */
export function useBack(): (back: string | true) => void {
  const router = useRouter()
  /** Visited paths by their index in the history. */
  const paths = useRef<string[]>([])
  useEffect(() => {
    const recordPath = (location: typeof router.state.location) => {
      paths.current[historyIndexOf(location)] = location.pathname
    }
    recordPath(router.state.location)
    return router.subscribe('onResolved', ({ toLocation }) => recordPath(toLocation))
  }, [router])
  return (back) => {
    const previousPath = paths.current[historyIndexOf(router.state.location) - 1]
    const path = back === true ? null : back.split('?')[0]
    const before = path === null ? urlBeforeLoad() : null
    if (path === null ? router.history.canGoBack() : previousPath === path) router.history.back()
    else if (before) void router.navigate({ href: before, replace: true })
    else void router.navigate({ to: back === true ? '/a' : back })
  }
}
