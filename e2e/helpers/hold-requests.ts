import type { Page, Route } from '@playwright/test'

/** Holds requests of a method until the returned function is called with what to do with each. */
export async function holdRequests(page: Page, address: string | RegExp, method: string) {
  const decision = Promise.withResolvers<(route: Route) => Promise<void>>()
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.continue()
    held.resolve()
    await (await decision.promise)(route)
  })
  return { held: held.promise, release: decision.resolve }
}
