import { clear, createStore, get, set } from 'idb-keyval'
import { isRefusal } from './client.ts'
import { session } from './session.ts'

const store = createStore('chisholm-lists', 'lists')

/**
 * Reads what a form cannot do without, and remembers it on the device for when there is no connection.
 * @param name  of the list; each person has its own
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

/** Forgets what anybody read on this device: part of signing out. */
export const forgetLists = () => clear(store).catch(() => undefined)
