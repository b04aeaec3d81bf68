import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/** The part of the Network Information API used here. Chrome on Android supports it, Safari and Firefox do not. */
interface NetworkInformation extends EventTarget {
  readonly type?: string
}

// cast: not in the types of the DOM
const connection = (): NetworkInformation | undefined =>
  'connection' in navigator ? (navigator.connection as NetworkInformation) : undefined

/** Connection types that are usually metered. */
const paidKinds = new Set(['cellular', 'bluetooth', 'wimax'])

const key = 'chisholm.photos-on-wifi-only'
const listeners = createListeners()

const read = (): boolean => {
  try {
    return localStorage.getItem(key) === '1'
  } catch {
    // without storage, photos are sent on any connection
    return false
  }
}

/** Whether photos wait for another connection. If the browser does not report the type, they are sent at once. */
export const waitsForWifi = (isWifiOnly: boolean, kind: string | undefined): boolean =>
  isWifiOnly && kind !== undefined && paidKinds.has(kind)

/** The setting for which connections this device uses to send photos. */
export const photoConnection = {
  /** Whether the browser reports the connection type. */
  isKnown: () => connection()?.type !== undefined,
  isWifiOnly: read,
  isWaiting: () => waitsForWifi(read(), connection()?.type),
  setWifiOnly(isWifiOnly: boolean): void {
    try {
      if (isWifiOnly) localStorage.setItem(key, '1')
      else localStorage.removeItem(key)
    } catch {
      // the setting does not change
    }
    listeners.notify()
  },
  /** Calls the listener when the connection or the setting has changed. @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void {
    const unsubscribe = listeners.subscribe(listener)
    connection()?.addEventListener('change', listener)
    return () => {
      unsubscribe()
      connection()?.removeEventListener('change', listener)
    }
  },
}

export const useIsWifiOnly = () => useSyncExternalStore(photoConnection.subscribe, read)

/** Whether photos wait for Wi-Fi now. */
export const useWaitsForWifi = () => useSyncExternalStore(photoConnection.subscribe, photoConnection.isWaiting)
