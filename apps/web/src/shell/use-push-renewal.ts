import { useEffect } from 'react'
import { useSession } from '../api/session.ts'
import { renewPush } from '../features/notifications/index.ts'

/** Milliseconds after the start, so that the screens load first. */
const delay = 3000

/** Renews the pushes of this browser for whoever signs in or opens the app. */
export function usePushRenewal(): void {
  const owner = useSession()?.uuid
  useEffect(() => {
    if (!owner) return
    // without a connection they are renewed when the app is next opened
    const later = setTimeout(() => void renewPush(owner).catch(() => undefined), delay)
    return () => clearTimeout(later)
  }, [owner])
}
