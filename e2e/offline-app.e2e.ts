import { expect, type Page, test } from '@playwright/test'
import { outboxStatus } from './helpers/outbox.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'

test.use({ serviceWorkers: 'allow' })

const cards = (page: Page) => page.getByRole('link', { name: /CHM-\d+/ })

/** Until the service worker has stored the app. */
const waitForServiceWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })

test('the app opens without a connection: by deep link, reload and back, with what was read before', async ({
  page,
  context,
}) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortems/pending')
  await cards(page).first().click()
  await expect(page).toHaveURL(/\/a\/postmortem\//)
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  const address = page.url()
  await waitForServiceWorker(page)

  await context.setOffline(true)
  const reopened = await context.newPage()
  await reopened.goto(address)
  await expect(reopened.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
  await expect(outboxStatus(reopened)).toContainText('No connection')
  await expect(outboxStatus(reopened)).toContainText('Shown as of')
  await reopened.goto('/a/postmortems/pending')
  await expect(cards(reopened).first()).toBeVisible()
  await reopened.goto('/a/training')
  await expect(reopened.getByRole('heading', { level: 1 })).toBeVisible()
  await reopened.goBack()
  await expect(cards(reopened).first()).toBeVisible()
  await reopened.reload()
  await expect(cards(reopened).first()).toBeVisible()
})

/** Whether the tickets of this user have been downloaded. */
const isDownloaded = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const opened = indexedDB.open('chisholm-offline')
        opened.addEventListener('success', () => {
          if (!opened.result.objectStoreNames.contains('responses')) return resolve(false)
          const keys = opened.result.transaction('responses').objectStore('responses').getAllKeys()
          keys.addEventListener('success', () =>
            resolve(keys.result.some((key) => String(key).endsWith('/downloaded post-mortems'))),
          )
        })
        opened.addEventListener('error', () => resolve(false))
      }),
  )

test('lists, tickets, thumbnails and searches that were never opened can be read without a connection', async ({
  page,
  context,
}) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/search/result?status=Completed')
  await expect(cards(page).first()).toBeVisible()
  const found = await cards(page).count()
  await page.goto('/a/postmortems/draft')
  await waitForServiceWorker(page)
  await page.reload()
  await expect.poll(() => isDownloaded(page), { timeout: 40_000 }).toBe(true)

  await context.setOffline(true)
  await page.goto('/a/postmortems/pending')
  await expect(cards(page).first()).toBeVisible()
  await cards(page).first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goto('/a/search/result?status=Scheduled')
  await expect(page.getByText('only the tickets on this device were searched')).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
  await page.goto('/a/search/result?status=Completed&page=1')
  await expect(cards(page)).toHaveCount(found)
})
