import { useSyncExternalStore } from 'react'

const key = 'chisholm.full-size-photos'
const listeners = new Set<() => void>()

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
    for (const listener of listeners) listener()
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsFullSize = () => useSyncExternalStore(subscribe, read)
