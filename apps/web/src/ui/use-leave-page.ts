import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { urlBeforeLoad } from './url-before-load.ts'

/**
 * Goes back in the history, or to `fallback` after a direct link in a new tab. Does nothing if the user has left the page
 * already.
 */
export function useLeavePage(fallback: string): () => void {
  const router = useRouter()
  const [startPath] = useState(() => router.state.location.pathname)
  return () => {
    if (router.state.location.pathname !== startPath) return
    const before = urlBeforeLoad()
    if (router.history.canGoBack()) router.history.back()
    // not by the history, which would load the app again, without the message about what was saved
    else if (before) void router.navigate({ href: before, replace: true })
    else void router.navigate({ to: fallback })
  }
}
