import type { Page } from '@playwright/test'

/** The part of TanStack Router that tests use. The router is on the window for its devtools. */
export interface AppRouter {
  subscribe(event: 'onResolved', listener: () => void): () => void
}

/**
 * Navigates inside the running app like a link, which is faster than loading the app again. Waits until the router has
 * resolved the URL, so that no assertion sees the previous screen.
 */
export const navigateInApp = (page: Page, address: string): Promise<void> =>
  page.evaluate(
    (href) =>
      new Promise<void>((resolve) => {
        // cast: TanStack Router exposes itself here for its devtools
        const router = Reflect.get(self, '__TSR_ROUTER__') as AppRouter
        const unsubscribe = router.subscribe('onResolved', () => {
          unsubscribe()
          resolve()
        })
        history.pushState(null, '', href)
      }),
    address,
  )
