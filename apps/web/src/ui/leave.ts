import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * Goes back to where the person came from; who came by a direct link is led to `otherwise`, and who left meanwhile
 * stays there.
 */
export function useLeave(otherwise: string): () => void {
  const router = useRouter()
  const [here] = useState(() => router.state.location.pathname)
  return () => {
    if (router.state.location.pathname !== here) return
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: otherwise })
  }
}
