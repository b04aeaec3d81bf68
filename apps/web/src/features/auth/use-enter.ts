import type { SignIn } from '@chisholm/domain/shapes'
import { useRouter } from '@tanstack/react-router'
import { keepSignIn } from './keep-sign-in.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The URL to return to after sign-in. */
    goingTo?: string
  }
}

/** Only paths of this app, so that the redirect cannot lead to another site. */
function insideApp(address: string | undefined): string | null {
  try {
    const { origin, pathname, search, hash } = new URL(address ?? '', location.origin)
    const isOurs = origin === location.origin && (pathname.startsWith('/a/') || pathname === '/api/docs')
    return isOurs ? pathname + search + hash : null
  } catch {
    return null
  }
}

/** Stores the session and redirects to the requested page, or home. The route itself checks the role. */
export function useEnter(): (answer: SignIn) => Promise<void> {
  const router = useRouter()
  return async (answer) => {
    const goingTo = insideApp(router.state.location.state.goingTo)
    keepSignIn(answer)
    await router.navigate({ href: goingTo ?? '/', replace: true })
  }
}
