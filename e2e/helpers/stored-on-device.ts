import type { Page } from '@playwright/test'

/** All that is stored in the databases of the app, as text. */
export const storedOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('no reason given')))
      })
    const texts = [JSON.stringify(Object.entries(localStorage)), JSON.stringify(Object.entries(sessionStorage))]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await result(indexedDB.open(name))
      for (const table of database.objectStoreNames) {
        const store = database.transaction(table).objectStore(table)
        texts.push(JSON.stringify([await result(store.getAllKeys()), await result(store.getAll())]))
      }
      database.close()
    }
    return texts.join('\n')
  })
