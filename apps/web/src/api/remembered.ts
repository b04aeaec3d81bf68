import { clear, createStore, get, set } from 'idb-keyval'
import { isRefusal } from './client.ts'
import { session } from './session.ts'

const store = createStore('chisholm-lists', 'lists')

/**
 * Stores the result of a query on the device and returns it when offline: for lists that forms depend on.
 * @param name  key of the list; each user has a copy of their own
 */
export const remembered =
  <T>(name: string, read: () => Promise<T>) =>
  async (): Promise<T> => {
    const key = `${session.read()?.uuid ?? ''}/${name}`
    try {
      const list = await read()
      await set(key, list, store).catch(() => undefined)
      return list
    } catch (failure) {
      const before = isRefusal(failure) ? undefined : await get<T>(key, store).catch(() => undefined)
      if (before === undefined) throw failure
      return before
    }
  }

/** Called on sign-out. */
export const forgetLists = () => clear(store).catch(() => undefined)
