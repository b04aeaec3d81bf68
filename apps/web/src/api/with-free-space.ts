import { useSyncExternalStore } from 'react'
import { clearOfflineData } from './offline-data.ts'
import { isOutOfSpace } from './open-store.ts'
import { createListeners } from './listeners.ts'

/** Keys whose last write failed, so that their data exists only in this page. */
const failedKeys = new Set<string>()
const listeners = createListeners()
let freeing: Promise<void> | undefined

/** Data that could not be stored on this device. */
export const unstored = {
  isEmpty: () => failedKeys.size === 0,
  note(key: string): void {
    failedKeys.add(key)
    listeners.notify()
  },
  /** Call it after the data has been stored or removed. */
  forget(key: string): void {
    if (failedKeys.delete(key)) listeners.notify()
  },
}

/** Whether some data exists only in this page, because the device could not store it. */
export const useHasUnstored = () => !useSyncExternalStore(listeners.subscribe, unstored.isEmpty)

/**
 * Writes user data. If the device is full, the data for offline reading is deleted first.
 * @param key  identifies the data across all stores
 * @throws the error of the last attempt; the status bar then says that the page must stay open
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
