import { useSyncExternalStore } from 'react'
import { clearOfflineData } from './offline-data.ts'

/** Keys whose last write failed: they exist in this page only. */
const failedKeys = new Set<string>()
const listeners = new Set<() => void>()
let freeing: Promise<void> | undefined

/** What could not be stored on this device. */
export const unstored = {
  isEmpty: () => failedKeys.size === 0,
  note(key: string): void {
    failedKeys.add(key)
    for (const listener of listeners) listener()
  },
  /** Called when it has been stored or removed. */
  forget(key: string): void {
    if (failedKeys.delete(key)) for (const listener of listeners) listener()
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether something exists in this page only, because the device could not store it. */
export const useHasUnstored = () => !useSyncExternalStore(subscribe, unstored.isEmpty)

const isOutOfSpace = (failure: unknown) => failure instanceof DOMException && failure.name === 'QuotaExceededError'

/**
 * Writes work of the user. On a full device, what it holds for reading without a connection is deleted first.
 * @param key  names what is written, across all stores
 * @throws what the last attempt threw; the status bar then says that the page must stay open
 */
export async function withFreeSpace<T>(key: string, write: () => Promise<T>, free = clearOfflineData): Promise<T> {
  try {
    const result = await write().catch(async (failure: unknown) => {
      if (!isOutOfSpace(failure)) throw failure
      freeing ??= free().finally(() => (freeing = undefined))
      await freeing
      return write()
    })
    unstored.forget(key)
    return result
  } catch (failure) {
    unstored.note(key)
    throw failure
  }
}
