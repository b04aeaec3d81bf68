import { useSyncExternalStore } from 'react'
import { constants } from '@chisholm/domain/constants'
import { cachedProvider } from './cached-provider.ts'
import { type DeviceUse, isLocked } from './device-lock.ts'
import { clearOfflineData } from './offline-data.ts'
import { serverTime } from './server-clock.ts'
import { storeText } from './store-text.ts'
import { createListeners } from './listeners.ts'

/** Uses the practice's setting as last read. */
const isLockedAt = (use: DeviceUse, now: number): boolean =>
  isLocked(use, now, cachedProvider.read()?.offline_days ?? constants.provider.offlineDays.default)

/** The time is stored with this precision, because responses are frequent. */
const precision = 60_000

const storageKey = 'chisholm.device-use'
const listeners = createListeners()
/** The use that a full device has no space for. It is lost with the page. */
let unstoredUse: DeviceUse | null = null

function read(): DeviceUse | null {
  if (unstoredUse) return unstoredUse
  try {
    // cast: only this module writes it
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') as DeviceUse | null
  } catch {
    return null
  }
}

function write(use: DeviceUse): void {
  unstoredUse = storeText(storageKey, JSON.stringify(use)) ? null : use
  listeners.notify()
}

/** Controls how long the data on this device may be read without reaching the server. */
export const offlineAccess = {
  /** Called when a user opens the app. Deletes the data of another user, and all data once the device is locked. */
  async begin(owner: string, now = serverTime()): Promise<void> {
    const use = read()
    if (use?.owner === owner) {
      if (isLockedAt(use, now)) await clearOfflineData()
      return
    }
    await clearOfflineData()
    write({ owner, signedInAt: now, lastContactAt: now })
  },

  /** Records that the server has responded to this user. */
  noteContact(now = serverTime()): void {
    const use = read()
    if (use && (Math.abs(now - use.lastContactAt) > precision || isLockedAt(use, now)))
      write({ ...use, lastContactAt: now, signedInAt: isLockedAt(use, now) ? now : use.signedInAt })
  },

  /** Called on sign-out, and when the server has ended the session. */
  async end(): Promise<void> {
    localStorage.removeItem(storageKey)
    unstoredUse = null
    await clearOfflineData()
  },
}

const isLockedNow = () => {
  const use = read()
  return use !== null && isLockedAt(use, serverTime())
}

/** A page that stays open checks this often whether it is locked, and at once when it is seen again. */
const checkInterval = 60_000

function subscribeToLock(listener: () => void): () => void {
  const unsubscribe = listeners.subscribe(listener)
  const timer = setInterval(listener, checkInterval)
  document.addEventListener('visibilitychange', listener)
  return () => {
    unsubscribe()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}

/** Whether the data on this device may not be shown until the server is reached again. */
export const useIsLocked = () => useSyncExternalStore(subscribeToLock, isLockedNow)
