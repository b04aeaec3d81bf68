import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

const key = 'chisholm.full-size-photos'
const listeners = createListeners()

const read = (): boolean => {
  try {
    return localStorage.getItem(key) === '1'
  } catch {
    // without storage, photos are shrunk
    return false
  }
}

/** Whether photos keep their full size, on this device. */
export const photoSize = {
  isFull: read,
  setFull(isFull: boolean): void {
    try {
      if (isFull) localStorage.setItem(key, '1')
      else localStorage.removeItem(key)
    } catch {
      // the setting does not change
    }
    listeners.notify()
  },
}

export const useIsFullSize = () => useSyncExternalStore(listeners.subscribe, read)
