import type { SignIn } from '@chisholm/domain/schemas'
import { useRouter } from '@tanstack/react-router'
import { storeSession } from './store-session.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The URL to which the user returns after sign-in. */
    goingTo?: string
  }
}

/** Only paths of this app are allowed, so that the redirect cannot lead to another site. */
function pathInsideApp(address: string | undefined): string | null {
  try {
    const { origin, pathname, search, hash } = new URL(address ?? '', location.origin)
    const isOurs = origin === location.origin && (pathname.startsWith('/a/') || pathname === '/api/docs')
    return isOurs ? pathname + search + hash : null
  } catch {
    return null
  }
}

/** Stores the session and redirects to the requested page, or to the start page. The route itself checks the role. */
export function useCompleteSignIn(): (answer: SignIn) => Promise<void> {
  const router = useRouter()
  return async (signIn) => {
    const goingTo = pathInsideApp(router.state.location.state.goingTo)
    storeSession(signIn)
    await router.navigate({ href: goingTo ?? '/', replace: true })
  }
}
