import type { HistoryState } from '@tanstack/react-router'
import { session } from './api/session.ts'

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

/** The page that was requested before the sign-in, or the start page. */
export function placeAfterSignIn({ goingTo, goingFor }: HistoryState): string {
  const isTheirs = goingFor === undefined || goingFor === session.read()?.uuid
  return (isTheirs && pathInsideApp(goingTo)) || '/'
}
