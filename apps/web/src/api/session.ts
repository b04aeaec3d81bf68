import { useSyncExternalStore } from 'react'
import type { Role } from '@chisholm/domain/permissions'

/** The session of this browser, shared by its tabs. */
export interface Session {
  uuid: string
  token: string
  refresh: string
  roles: Role[]
}

const key = 'chisholm.session'
const listeners = new Set<() => void>()
let storedText = localStorage.getItem(key)
let current = parse(storedText)
let expired = false

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
  /** Rereads the storage, which another tab may just have changed. */
  read(): Session | null {
    if (localStorage.getItem(key) !== storedText) reload()
    return current
  },
  write(next: Session): void {
    expired = false
    localStorage.setItem(key, JSON.stringify(next))
    reload()
  },
  /** Clears token, roles, refresh and uuid (specification 4.5). */
  clear(): void {
    localStorage.removeItem(key)
    reload()
  },
  /** Ends a session that could not be refreshed; the next sign-in returns to the current page. */
  expire(): void {
    expired = true
    this.clear()
  },
  /** Whether the last session expired, as opposed to a sign-out. */
  hasExpired: () => expired,
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session of the signed-in user, or null. */
export const useSession = () => useSyncExternalStore(subscribe, () => current)
