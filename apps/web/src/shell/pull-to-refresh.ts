import { constants } from '@chisholm/domain/constants'
import { useEffect } from 'react'

/** Pulling the top of a page far down loads it anew (specification 2.2 and 9). */
export function usePullToRefresh(): void {
  useEffect(() => {
    let from: number | null = null
    const begin = (event: TouchEvent) => {
      from = window.scrollY === 0 ? (event.touches[0]?.screenY ?? null) : null
    }
    const end = (event: TouchEvent) => {
      const pulled = from === null ? 0 : (event.changedTouches[0]?.screenY ?? 0) - from
      if (pulled > constants.pullToRefresh.wrapperDistance)
        setTimeout(() => window.location.reload(), constants.pullToRefresh.reloadAfter)
    }
    addEventListener('touchstart', begin, { passive: true })
    addEventListener('touchend', end, { passive: true })
    return () => {
      removeEventListener('touchstart', begin)
      removeEventListener('touchend', end)
    }
  }, [])
}
