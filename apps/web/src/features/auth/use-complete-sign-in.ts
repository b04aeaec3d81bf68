import type { SignIn } from '@chisholm/domain/schemas/sign-ins'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '../../api/session.ts'
import { storeSession } from './store-session.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The URL to which the user returns after sign-in. */
    goingTo?: string
    /** The user whose session expired there. Others begin at the start page. */
    goingFor?: string
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

/** Redirects to the page that was requested before the sign-in, or to the start page. The route checks the role. */
function goOn(router: AnyRouter): Promise<void> {
  const { goingTo, goingFor } = router.state.location.state
  const isTheirs = goingFor === undefined || goingFor === session.read()?.uuid
  return router.navigate({ href: (isTheirs && pathInsideApp(goingTo)) || '/', replace: true })
}

/** Stores the session and redirects to the requested page. */
export function useCompleteSignIn(): (answer: SignIn) => Promise<void> {
  const router = useRouter()
  return (signIn) => {
    storeSession(signIn)
    return goOn(router)
  }
}

/** Leaves a page before sign-in as soon as the user has signed in in another tab. */
export function useFollowSignIn(): void {
  const router = useRouter()
  useEffect(() => {
    const follow = () => {
      // A sign-in stores several keys, each with an event. The location that the first one leads to has no `goingTo`.
      const isLeaving = !router.state.location.pathname.startsWith('/u/')
      if (session.read() && !isLeaving) void goOn(router)
    }
    addEventListener('storage', follow)
    // a phone may not have told a tab in the background
    document.addEventListener('visibilitychange', follow)
    return () => {
      removeEventListener('storage', follow)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [router])
}
