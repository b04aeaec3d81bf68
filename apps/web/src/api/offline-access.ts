import { useSyncExternalStore } from 'react'
import { clearOfflineData } from './offline-data.ts'

const day = 24 * 3_600_000
/** A sign-in lasts this long, with and without a connection. */
const signInLife = 30 * day
/** After this long without the server, it may have ended the sign-in or withdrawn access. */
const maxTimeWithoutServer = 7 * day
/** The time is stored with this precision, because responses are frequent. */
const precision = 60_000

/** The user of this device and the times that limit its use, in milliseconds since 1970. */
export interface DeviceUse {
  owner: string
  signedInAt: number
  lastContactAt: number
}

/**
 * Whether the data on the device is locked until the server has been reached: after 30 days of a sign-in, 7 days without
 * the server, or when the clock was set back to before the last answer.
 */
export const isLocked = ({ signedInAt, lastContactAt }: DeviceUse, now: number): boolean =>
  now - signedInAt > signInLife || now - lastContactAt > maxTimeWithoutServer || now < lastContactAt - day

const storageKey = 'chisholm.device-use'
const listeners = new Set<() => void>()

function read(): DeviceUse | null {
  try {
    // cast: only this module writes it
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') as DeviceUse | null
  } catch {
    return null
  }
}

function write(use: DeviceUse): void {
  localStorage.setItem(storageKey, JSON.stringify(use))
  for (const listener of listeners) listener()
}

/** How long the data on this device may be read without reaching the server. */
export const offlineAccess = {
  /** Called when a user opens the app. Deletes the data of another user, and all data once the device is locked. */
  async begin(owner: string, now = Date.now()): Promise<void> {
    const use = read()
    if (use?.owner === owner) {
      if (isLocked(use, now)) await clearOfflineData()
      return
    }
    await clearOfflineData()
    write({ owner, signedInAt: now, lastContactAt: now })
  },

  /** Records that the server has responded to this user. */
  noteContact(now = Date.now()): void {
    const use = read()
    if (use && (Math.abs(now - use.lastContactAt) > precision || isLocked(use, now)))
      write({ ...use, lastContactAt: now, signedInAt: isLocked(use, now) ? now : use.signedInAt })
  },

  /** Called on sign-out, and when the server has ended the session. */
  async end(): Promise<void> {
    localStorage.removeItem(storageKey)
    await clearOfflineData()
  },
}

const isLockedNow = () => {
  const use = read()
  return use !== null && isLocked(use, Date.now())
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the data on this device may not be shown until the server is reached again. */
export const useIsLocked = () => useSyncExternalStore(subscribe, isLockedNow)
