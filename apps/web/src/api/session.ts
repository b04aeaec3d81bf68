import { useSyncExternalStore } from 'react'
import type { Role } from '@chisholm/domain/permissions'

/** The session of this browser. All its tabs share it. */
export interface Session {
  uuid: string
  token: string
  refresh: string
  roles: Role[]
}

const key = 'chisholm.session'
/** Stored when a session has expired, so that all tabs tell it from one that the user ended. */
const expiredKey = 'chisholm.session-expired'
const listeners = new Set<() => void>()
let storedText = localStorage.getItem(key)
let current = parse(storedText)

function parse(stored: string | null): Session | null {
  try {
    return stored === null ? null : (JSON.parse(stored) as Session)
  } catch {
    return null
  }
}

function reload(): void {
  storedText = localStorage.getItem(key)
  current = parse(storedText)
  for (const listener of listeners) listener()
}

addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) reload()
})

export const session = {
  /** Reads the storage again, because another tab may just have changed it. */
  read(): Session | null {
    if (localStorage.getItem(key) !== storedText) reload()
    return current
  },
  write(next: Session): void {
    localStorage.removeItem(expiredKey)
    localStorage.setItem(key, JSON.stringify(next))
    reload()
  },
  /** Clears token, roles, refresh and uuid (specification 4.5). */
  clear(): void {
    localStorage.removeItem(expiredKey)
    localStorage.removeItem(key)
    reload()
  },
  /** Ends a session that could not be refreshed. The next sign-in returns to the current page. */
  expire(): void {
    try {
      // first, so that other tabs know it when they see that there is no session
      localStorage.setItem(expiredKey, 'yes')
    } catch {
      // On a full device, other tabs take it for a logout.
    }
    localStorage.removeItem(key)
    reload()
  },
  /** Whether the last session expired. It did not if the user signed out. */
  hasExpired: () => localStorage.getItem(expiredKey) !== null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export const useSession = () => useSyncExternalStore(session.subscribe, () => current)
