import type { Page } from '@playwright/test'

/** What of the router is used here; the router of TanStack puts itself into the window for its tools. */
export interface AppRouter {
  subscribe(event: 'onResolved', listener: () => void): () => void
}

/**
 * Leads to an address inside the app as it runs, as a link of the app does; who loads the app anew pays for it each time.
 * It is over once the app has decided what stands there, so that nothing of the screen before is taken for it.
 */
export const navigateInApp = (page: Page, address: string): Promise<void> =>
  page.evaluate(
    (href) =>
      new Promise<void>((resolve) => {
        // cast: what a test put into the page has no type
        const router = Reflect.get(self, '__TSR_ROUTER__') as AppRouter
        const unsubscribe = router.subscribe('onResolved', () => {
          unsubscribe()
          resolve()
        })
        history.pushState(null, '', href)
      }),
    address,
  )
