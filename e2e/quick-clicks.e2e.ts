import { expect, type Locator, type Page, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { holdRequests } from './helpers/hold-requests.ts'
import { waitForLaterRequest } from './helpers/later-request.ts'
import { createPostMortemWithAnimals } from './helpers/photo-page.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'

/** Clicks a checkbox twice; the request of the first click is held, so that it would take the longest. */
async function clickTwice(page: Page, box: Locator, address: string) {
  const first = Promise.withResolvers<void>()
  let count = 0
  await page.route(address, async (route) => {
    if (route.request().method() === 'PUT' && count++ === 0) await first.promise
    await route.continue()
  })
  const before = await box.isChecked()
  await box.click()
  await expect(box).toBeChecked({ checked: !before })
  await box.click()
  await expect(box).toBeChecked({ checked: before })
  return { count: () => count, release: () => first.resolve() }
}

for (const [list, path, tag] of [
  ['a library list', '/a/admin/library/health-risks', []],
  ['the trainings', '/a/admin/trainings', ['@long']],
] as const)
  test(`two quick clicks move an entry of ${list} by two places`, { tag: [...tag] }, async ({ page }) => {
    await signInWithoutForm(page, 'superadmin')
    await page.goto(path)
    const rows = page.getByRole('list').locator('.admin-row b')
    await expect(rows.nth(2)).toBeVisible()
    const before = await rows.allTextContents()
    const [first = '', second = '', third = '', ...others] = before
    const requests = await holdRequests(page, /api\/v1\/(health-risks|trainings)\//, 'PUT')
    const move = (direction: 'up' | 'down') => page.getByRole('button', { name: `Move ${third} ${direction}` }).click()
    await move('up')
    await requests.held
    await move('up')
    requests.release((route) => route.continue())
    await expect(rows).toHaveText([third, first, second, ...others])
    await move('down')
    await move('down')
    await expect(rows).toHaveText(before)
    if (list !== 'a library list') return
    await page.getByRole('button', { name: 'Back to alphabetical' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Order' }).click()
    await expect(page.getByText('In alphabetical order.')).toBeVisible()
  })

for (const [name, field, tag] of [
  [/compar/i, 'benchmark', []],
  [/case/i, 'case_photos', ['@long']],
] as const)
  test(`of quick clicks on ${field} the last one stays`, { tag: [...tag] }, async ({ page }) => {
    const api = await createApiClient(page.request, 'admin')
    const before: boolean = (await api.get('/provider'))[field]
    await signInWithoutForm(page, 'admin')
    await page.goto('/a/admin/provider')
    const box = page.getByRole('checkbox', { name })
    await expect(box).toBeChecked({ checked: before })
    const requests = await clickTwice(page, box, '**/api/v1/provider')
    await waitForLaterRequest(page)
    expect(requests.count()).toBe(1)
    const second = page.waitForResponse((response) => response.request().method() === 'PUT' && requests.count() === 2)
    requests.release()
    await second
    await expect(box).toBeChecked({ checked: before })
    const after = (await api.get('/provider'))[field]
    await api.put('/provider', { [field]: before ? 1 : 0 })
    expect(after).toBe(before)
  })

test('of quick clicks on how a report groups animals the last one stays', async ({ page }) => {
  const { id, animalIds } = await createPostMortemWithAnimals(page, 'client', ['S 10', 'S 11'])
  expect(animalIds).toHaveLength(2)
  await (await createApiClient(page.request, 'client')).put(`/post-mortems/${id}`, { draft: 0 })
  const api = await createApiClient(page.request, 'vet')
  const isGrouped = async () => (await api.get(`/post-mortems/${id}`)).report_grouped === 1
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  const box = page.getByRole('checkbox', { name: 'Describe animals of the same diagnosis together' })
  const before = await isGrouped()
  await expect(box).toBeChecked({ checked: before })
  const requests = await clickTwice(page, box, `**/api/v1/post-mortems/${id}`)
  requests.release()
  await expect.poll(() => requests.count()).toBe(2)
  await expect(page.getByRole('button', { name: 'Preview' })).toBeEnabled()
  await expect(box).toBeChecked({ checked: before })
  expect(await isGrouped()).toBe(before)
})

test('of quick clicks on pushes to a device the last one stays', async ({ page }) => {
  // a browser with a push service, which is not one of ours
  await page.addInitScript(() => {
    let subscription: object | null = null
    const create = () => ({
      toJSON: () => ({
        endpoint: 'https://push.example/quick',
        keys: {
          p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
          auth: 'tBHItJI5svbpez7KI4CCXg',
        },
      }),
      unsubscribe: async () => {
        subscription = null
      },
    })
    const pushManager = {
      getSubscription: async () => subscription,
      subscribe: async () => (subscription = create()),
    }
    Object.defineProperty(navigator.serviceWorker, 'getRegistration', { value: async () => ({ pushManager }) })
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Object.defineProperty(Notification, 'requestPermission', { value: async () => 'granted' })
  })
  await signInWithoutForm(page, 'vet2')
  await page.goto('/a/profile')
  const box = page.getByRole('checkbox', { name: /this device/i })
  await expect(box).not.toBeChecked()
  const requests = await holdRequests(page, '**/api/v1/push-subscriptions', 'POST')
  await box.click()
  await expect(box).toBeChecked()
  await requests.held
  await box.click()
  await expect(box).not.toBeChecked()
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE')
  requests.release((route) => route.continue())
  await ended
  await expect(box).not.toBeChecked()
  expect(await page.evaluate(() => localStorage.getItem('chisholm.push'))).toBeNull()
})
