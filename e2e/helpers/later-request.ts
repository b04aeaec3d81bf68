import type { Page } from '@playwright/test'

/**
 * Waits for a request that the page sends now. A request that it was about to send has been sent by then, so a test can
 * expect that there is none.
 */
export const waitForLaterRequest = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    // a task after those that are waiting
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return (await fetch('/healthz')).text()
  })

/** Waits until no tab holds a web lock any more, and so until what it was held for has ended. */
export const waitForLock = (page: Page, name: string): Promise<void> =>
  page.evaluate((lock) => navigator.locks.request(lock, () => undefined), name)
