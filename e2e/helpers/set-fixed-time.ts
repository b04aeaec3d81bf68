import type { Page } from '@playwright/test'

/** Sets the clock of the device, and the one that responses of the server tell, to a fixed time. */
export async function setFixedTimeEverywhere(page: Page, time: string): Promise<void> {
  await page.clock.setFixedTime(time)
  // a stream of events never ends
  await page.route(/\/api\/v1\/(?!events)/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), date: new Date(time).toUTCString() } })
  })
}
