import type { Page } from '@playwright/test'
import { idbResult } from './indexed-db.ts'

/** All that is stored in the databases of the app, as text. */
export const storedOnDevice = async (page: Page): Promise<string> =>
  page.evaluate(
    async (result) => {
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
    },
    await idbResult(page),
  )
