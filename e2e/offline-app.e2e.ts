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
