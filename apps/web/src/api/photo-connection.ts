import { useSyncExternalStore } from 'react'
import { createDeviceFlag } from './device-flag.ts'

/** The part of the Network Information API used here. Chrome on Android supports it, Safari and Firefox do not. */
interface NetworkInformation extends EventTarget {
  readonly type?: string
}

// cast: not in the types of the DOM
const connection = (): NetworkInformation | undefined =>
  'connection' in navigator ? (navigator.connection as NetworkInformation) : undefined

/** Connection types that are usually metered. */
const meteredTypes = new Set(['cellular', 'bluetooth', 'wimax'])

/** Without storage, photos are sent on any connection. */
const wifiOnly = createDeviceFlag('chisholm.photos-on-wifi-only')

/** Whether photos wait for another connection. If the browser does not report the type, they are sent at once. */
export const waitsForWifi = (isWifiOnly: boolean, kind: string | undefined): boolean =>
  isWifiOnly && kind !== undefined && meteredTypes.has(kind)

/** The setting for which connections this device uses to send photos. */
export const photoConnection = {
  /** Whether the browser reports the connection type. */
  isKnown: () => connection()?.type !== undefined,
  isWaiting: () => waitsForWifi(wifiOnly.isOn(), connection()?.type),
  setWifiOnly: wifiOnly.set,
  /** Calls the listener when the connection or the setting has changed. @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void {
    const unsubscribe = wifiOnly.subscribe(listener)
    connection()?.addEventListener('change', listener)
    return () => {
      unsubscribe()
      connection()?.removeEventListener('change', listener)
    }
  },
}

export const useIsWifiOnly = () => useSyncExternalStore(photoConnection.subscribe, wifiOnly.isOn)

/** Whether photos wait for Wi-Fi now. */
export const useWaitsForWifi = () => useSyncExternalStore(photoConnection.subscribe, photoConnection.isWaiting)
