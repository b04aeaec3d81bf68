import { useSyncExternalStore } from 'react'
import type { Role } from '@chisholm/domain/permissions'
import { storeText } from './store-text.ts'
import { createListeners } from './listeners.ts'

/** The session of this browser. All its tabs share it. */
export interface Session {
  uuid: string
  token: string
  refresh: string
  roles: Role[]
}

const key = 'chisholm.session'
/** Stores whose session has expired, so that all tabs tell it from one that the user ended. */
const expiredKey = 'chisholm.session-expired'
const listeners = createListeners()
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
  show(parse(storedText))
}

function show(next: Session | null): void {
  current = next
  listeners.notify()
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
    // on a full device it lasts as long as the page
    if (storeText(key, JSON.stringify(next))) reload()
    else show(next)
  },
  /** Clears token, roles, refresh and uuid (specification 4.5). */
  clear(): void {
    localStorage.removeItem(expiredKey)
    localStorage.removeItem(key)
    reload()
  },
  /** Ends a session that could not be refreshed. The next sign-in returns to the current page. */
  expire(): void {
    // First, so that other tabs know it when they see that there is no session. On a full device they take it for a
    // logout.
    const user = parse(localStorage.getItem(key))?.uuid
    // another tab may have done the same already
    if (user !== undefined || !session.hasExpired()) storeText(expiredKey, user ?? '')
    localStorage.removeItem(key)
    reload()
  },
  /** Whether the last session expired. It did not if the user signed out. */
  hasExpired: () => localStorage.getItem(expiredKey) !== null,
  /** The user whose session expired last; undefined: the user signed out, or has signed in again. */
  expiredUser: () => localStorage.getItem(expiredKey) || undefined,
  subscribe: listeners.subscribe,
}

export const useSession = () => useSyncExternalStore(session.subscribe, () => current)
