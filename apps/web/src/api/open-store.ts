import { createStore, type UseStore } from 'idb-keyval'

export const isOutOfSpace = (failure: unknown): boolean =>
  failure instanceof DOMException && failure.name === 'QuotaExceededError'

/**
 * Opens a store of IndexedDB. If its connection is lost, which happens to pages in the background of an iPhone, it is
 * opened again and the operation repeated once.
 */
export function openStore(database: string, name: string): UseStore {
  let store = createStore(database, name)
  return async (mode, operation) => {
    const used = store
    try {
      return await used(mode, operation)
    } catch (failure) {
      if (isOutOfSpace(failure)) throw failure
      // another operation may have opened it again
      if (store === used) store = createStore(database, name)
      return store(mode, operation)
    }
  }
}
