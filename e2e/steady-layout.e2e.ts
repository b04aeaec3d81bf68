import { expect, type Page, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { createDraft } from './helpers/screen-fixtures.ts'
import { outboxStatus } from './helpers/outbox.ts'
import { openPageAs } from './helpers/sign-in.ts'

declare global {
  interface Window {
    /** The layout shifts of this page without input of the user, as measured by the browser. */
    shifts: { score: number; moved: string[] }[]
    /** When the bar about the connection was first there, in milliseconds; null: not yet. */
    firstCardAt: number | null
    firstNoticeAt: number | null
  }
}

/** Not in TypeScript's types of the DOM. */
interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean
  value: number
  sources: { node: Node | null }[]
}

/** Screens on which someone taps while the last responses are still under way. */
const paths = {
  vet: ({ openId, animalId }: Ids) => [
    '/a/location/all/inbox',
    '/a/location/all/complete',
    `/a/vet/ticketdetail/${openId}`,
    `/a/vet/ticketdetail/${openId}/${animalId}`,
    '/a/planner',
    '/a/insight',
    '/a/insight/alerts',
    '/a/profile',
    '/a/search',
  ],
  client: ({ openId }: Ids) => ['/a/postmortems/complete', `/a/postmortem/${openId}`, '/a/insight', '/a/security'],
}
interface Ids {
  openId: string
  animalId: string
}

/** Delays each response by its own time, so that they arrive apart; returns a function that waits for all of them. */
async function delayResponses(page: Page): Promise<() => Promise<void>> {
  let pending = 0
  await page.route('**/api/v1/**', async (route) => {
    const url = route.request().url()
    // the event stream does not end
    if (url.endsWith('/events')) return route.continue()
    pending++
    await new Promise((resolve) => setTimeout(resolve, 100 + (url.length % 5) * 100))
    await route.continue()
    pending--
  })
  return async () => {
    let quietSince = Date.now()
    await expect
      .poll(
        () => {
          if (pending > 0) quietSince = Date.now()
          return Date.now() - quietSince > 700
        },
        { intervals: [50] },
      )
      .toBe(true)
  }
}

for (const role of ['vet', 'client'] as const)
  test(`nothing moves under the finger of a ${role} while the parts of a screen arrive one after the other`, {
    tag: role === 'vet' ? '@long' : [],
  }, async ({ browser, request }) => {
    const draft = await createDraft(request, {
      client: 'client',
      note: 'Found at the fence.',
      tags: ['R 8101', 'R 8102'],
    })
    await (await createApiClient(request, 'client')).put(`/post-mortems/${draft.id}`, { draft: 0 })
    const page = await openPageAs(browser, role, { viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
    await page.addInitScript(() => {
      window.shifts = []
      new PerformanceObserver((list) => {
        // cast: the only kind that is observed
        for (const { hadRecentInput, value, sources } of list.getEntries() as LayoutShift[])
          if (!hadRecentInput)
            window.shifts.push({
              score: value,
              moved: sources.map(({ node }) => (node?.textContent ?? '').slice(0, 60)),
            })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const waitForResponses = await delayResponses(page)
    // without an RFID: where one was seen before is known later, and takes space of its own
    const animalId = draft.veterinary_record.veterinary_record_animals[1]?.id ?? ''
    for (const path of paths[role]({ openId: draft.id, animalId }))
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
        await waitForResponses()
        const shifts = await page.evaluate(() => window.shifts)
        const score = shifts.reduce((sum, shift) => sum + shift.score, 0)
        // 0.1 is what the browsers' makers call good; a row of buttons that moves by its height is about 0.05
        expect(score, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(0.04)
      })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().close()
  })

test('a stored copy bridges a slow answer without a notice, and tells its age once the answer fails to come', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'client', { serviceWorkers: 'block' })
  await page.goto('/a/postmortems/pending')
  const cards = page.getByRole('link', { name: /CHM-\d+/ })
  await expect(cards.first()).toBeVisible()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v1/post-mortems?*', async (route) => {
    await answered
    await route.continue()
  })
  await page.addInitScript(() => {
    window.firstCardAt = null
    window.firstNoticeAt = null
    new MutationObserver(() => {
      if (/CHM-\d+/.test(document.querySelector('main')?.textContent ?? '')) window.firstCardAt ??= performance.now()
      if (document.querySelector('.outbox-status-bar')) window.firstNoticeAt ??= performance.now()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(cards.first()).toBeVisible()
  const shownAt = (await page.evaluate(() => window.firstCardAt)) ?? Infinity
  await expect(outboxStatus(page)).toContainText('As of')
  expect(await page.evaluate(() => window.firstNoticeAt)).toBeGreaterThan(shownAt)
  answer()
  await expect(outboxStatus(page)).toBeHidden()
  await page.context().close()
})

test('the font of all texts loads before the first one is there, so that no text changes its width later', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'vet', { serviceWorkers: 'block' })
  await page.goto('/a/planner')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const [fontAt, firstRequestAt] = await page.evaluate(() =>
    ['/inter-latin-wght-normal', '/api/v1/'].map(
      (part) => performance.getEntriesByType('resource').find(({ name }) => name.includes(part))?.startTime,
    ),
  )
  // the app sends its first request before it renders anything
  expect(fontAt).toBeLessThan(firstRequestAt ?? 0)
  await page.context().close()
})
