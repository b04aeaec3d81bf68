import type { SignIn } from '@chisholm/domain/schemas/sign-ins'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '../../api/session.ts'
import { placeAfterSignIn } from '../../place-after-sign-in.ts'
import { storeSession } from './store-session.ts'

/** Redirects to the page that was requested before the sign-in, or to the start page. The route checks the role. */
const goOn = (router: AnyRouter): Promise<void> =>
  router.navigate({ href: placeAfterSignIn(router.state.location.state), replace: true })

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
    // it may have happened before this page was there
    follow()
    addEventListener('storage', follow)
    // a phone may not have told a tab in the background
    document.addEventListener('visibilitychange', follow)
    return () => {
      removeEventListener('storage', follow)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [router])
}
