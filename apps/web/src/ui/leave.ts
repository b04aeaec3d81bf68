import { useRouter } from '@tanstack/react-router'

/** Goes back to where the person came from; who came by a direct link is led to `otherwise`. */
export function useLeave(otherwise: string): () => void {
  const router = useRouter()
  return () => {
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: otherwise })
  }
}
