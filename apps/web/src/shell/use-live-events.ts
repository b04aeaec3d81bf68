import { useEffect } from 'react'
import { subscribeToChanges } from '../api/live-events.ts'
import { useSession } from '../api/session.ts'

/** Subscribes to changes on the server while a user is signed in. */
export function useLiveEvents(): void {
  const owner = useSession()?.uuid
  useEffect(() => {
    if (!owner) return
    const ending = new AbortController()
    subscribeToChanges(owner, ending.signal)
    return () => ending.abort()
  }, [owner])
}
