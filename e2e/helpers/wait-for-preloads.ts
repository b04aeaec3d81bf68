import { expect, type Locator, type Page, type Request } from '@playwright/test'

/**
 * Opens a page and waits until the app has also fetched the screens and lists that it keeps for offline use. They are
 * fetched once the browser has nothing to do, so that 'networkidle' may come before them on a busy machine.
 */
export async function gotoWithPreloads(page: Page, path: string, shown: Locator): Promise<void> {
  const running = new Set<Request>()
  const started = (request: Request) => void (isStream(request) || running.add(request))
  const ended = (request: Request) => void running.delete(request)
  page.on('request', started).on('requestfinished', ended).on('requestfailed', ended)
  await page.goto(path)
  await expect(shown).toBeVisible()
  // the app's own callback runs before this one
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
  let quietSince = Date.now()
  const quietFor = () => {
    if (running.size > 0) quietSince = Date.now()
    return Date.now() - quietSince
  }
  await expect.poll(quietFor, { intervals: [50] }).toBeGreaterThan(500)
  page.off('request', started).off('requestfinished', ended).off('requestfailed', ended)
}

const isStream = (request: Request) => new URL(request.url()).pathname.endsWith('/events')
