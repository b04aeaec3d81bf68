import type { JSHandle, Page } from '@playwright/test'

type WaitForResult = <Result>(request: IDBRequest<Result>) => Promise<Result>

/** A function of the page that waits for the result of a request to IndexedDB. It can be passed to `page.evaluate`. */
export const idbResult = (page: Page): Promise<JSHandle<WaitForResult>> =>
  page.evaluateHandle(
    () =>
      <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error ?? new Error('no reason given')))
        }),
  )

/** The number of entries of an object store. */
export const countEntries = async (page: Page, name: string, store: string): Promise<number> =>
  page.evaluate(
    async ({ result, name, store }) => {
      const database = await result(indexedDB.open(name))
      const count = await result(database.transaction(store).objectStore(store).count())
      database.close()
      return count
    },
    { result: await idbResult(page), name, store },
  )
