import { createListeners } from './listeners.ts'

/**
 * A setting of this device that is on or off, and off until it is set. Without localStorage it stays off.
 * @param key  name of the setting in localStorage
 */
export function createDeviceFlag(key: string) {
  const listeners = createListeners()
  return {
    isOn(): boolean {
      try {
        return localStorage.getItem(key) === '1'
      } catch {
        return false
      }
    },
    set(isOn: boolean): void {
      try {
        if (isOn) localStorage.setItem(key, '1')
        else localStorage.removeItem(key)
      } catch {
        // the setting does not change
      }
      listeners.notify()
    },
    /** Calls the listener when the setting has changed. @returns a function that unsubscribes */
    subscribe: listeners.subscribe,
  }
}
