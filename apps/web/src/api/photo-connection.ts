import { useSyncExternalStore } from 'react'

/** What the Network Information API tells, which Chrome on Android has and Safari and Firefox lack. */
interface NetworkInformation extends EventTarget {
  readonly type?: string
}

// cast: not in the types of the DOM
const connection = (): NetworkInformation | undefined =>
  'connection' in navigator ? (navigator.connection as NetworkInformation) : undefined

/** Kinds of connections that are usually paid by volume. */
const paidKinds = new Set(['cellular', 'bluetooth', 'wimax'])

const key = 'chisholm.photos-on-wifi-only'
const listeners = new Set<() => void>()

const read = (): boolean => {
  try {
    return localStorage.getItem(key) === '1'
  } catch {
    // without storage, photos are sent on any connection
    return false
  }
}

/** Whether photos wait for another connection. A browser that does not tell its kind sends them at once. */
export const waitsForWifi = (isWifiOnly: boolean, kind: string | undefined): boolean =>
  isWifiOnly && kind !== undefined && paidKinds.has(kind)

/** On which connections this device sends photos. */
export const photoConnection = {
  /** Whether the browser tells if it is on Wi-Fi. */
  isKnown: () => connection()?.type !== undefined,
  isWifiOnly: read,
  isWaiting: () => waitsForWifi(read(), connection()?.type),
  setWifiOnly(isWifiOnly: boolean): void {
    try {
      if (isWifiOnly) localStorage.setItem(key, '1')
      else localStorage.removeItem(key)
    } catch {
      // stays as it was
    }
    for (const listener of listeners) listener()
  },
  /** Calls back when the connection or the setting has changed. @returns a function that ends it */
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    connection()?.addEventListener('change', listener)
    return () => {
      listeners.delete(listener)
      connection()?.removeEventListener('change', listener)
    }
  },
}

export const useIsWifiOnly = () => useSyncExternalStore(photoConnection.subscribe, read)

/** Whether photos wait for Wi-Fi now. */
export const useWaitsForWifi = () => useSyncExternalStore(photoConnection.subscribe, photoConnection.isWaiting)
