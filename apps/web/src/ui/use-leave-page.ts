import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * Goes back in the history, or to `fallback` after a direct link. Does nothing if the user has left the page already.
 */
export function useLeavePage(fallback: string): () => void {
  const router = useRouter()
  const [startPath] = useState(() => router.state.location.pathname)
  return () => {
    if (router.state.location.pathname !== startPath) return
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: fallback })
  }
}
