import { clear, createStore, get, set } from 'idb-keyval'
import { isPermanentError } from './client.ts'
import { session } from './session.ts'

const store = createStore('chisholm-lists', 'lists')

/**
 * Stores the result of a query on the device and returns it when offline: for lists that forms depend on.
 * @param name  key of the list; each user has a copy of their own
 */
export const withOfflineCache =
  <T>(name: string, read: () => Promise<T>) =>
  async (): Promise<T> => {
    const key = `${session.read()?.uuid ?? ''}/${name}`
    try {
      const list = await read()
      await set(key, list, store).catch(() => undefined)
      return list
    } catch (failure) {
      const cached = isPermanentError(failure) ? undefined : await get<T>(key, store).catch(() => undefined)
      if (cached === undefined) throw failure
      return cached
    }
  }

/** Called on sign-out. */
export const clearOfflineCache = () => clear(store).catch(() => undefined)
