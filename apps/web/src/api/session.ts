import { useSyncExternalStore } from 'react'
import type { Role } from '@chisholm/domain/permissions'

/** The sign-in of this browser; all its tabs share it. */
export interface Session {
  uuid: string
  token: string
  refresh: string
  roles: Role[]
}

const key = 'chisholm.session'
const listeners = new Set<() => void>()
let text = localStorage.getItem(key)
let current = parsed(text)
let expired = false

function parsed(stored: string | null): Session | null {
  try {
    return stored === null ? null : (JSON.parse(stored) as Session)
  } catch {
    return null
  }
}

function changed(): void {
  text = localStorage.getItem(key)
  current = parsed(text)
  for (const listener of listeners) listener()
}

addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) changed()
})

export const session = {
  /** What the browser holds now, even when another tab changed it a moment ago. */
  read(): Session | null {
    if (localStorage.getItem(key) !== text) changed()
    return current
  },
  write(next: Session): void {
    expired = false
    localStorage.setItem(key, JSON.stringify(next))
    changed()
  },
  /** Clears token, roles, refresh and uuid (specification 4.5). */
  clear(): void {
    localStorage.removeItem(key)
    changed()
  },
  /** Clears what could not be renewed: who signs in again goes on where it was. */
  expire(): void {
    expired = true
    this.clear()
  },
  /** Whether the last sign-in ended by itself and not by Logout. */
  hasExpired: () => expired,
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The person signed in, or null; the component is drawn anew when that changes. */
export const useSession = () => useSyncExternalStore(subscribe, () => current)
