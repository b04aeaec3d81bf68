import { expect, type Page, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { holdRequests } from './helpers/hold-requests.ts'
import { waitForLock } from './helpers/later-request.ts'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { outboxStatus } from './helpers/outbox.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'

const setProtocol = async (page: Page, photo_protocol: string) =>
  (await createApiClient(page.request, 'admin')).put('/provider', { photo_protocol })

// also after a failure: other journeys send tickets without photos
test.afterEach(({ page }) => setProtocol(page, 'offered'))

/** Presses Send PM, and opens another page before the server answers. */
async function sendAndLeave(page: Page, id: string, to: string): Promise<() => Promise<void>> {
  await page.goto(`/a/postmortem/${id}`)
  const requests = await holdRequests(page, `**/api/v1/post-mortems/${id}`, 'PUT')
  await page.getByRole('button', { name: 'Send PM' }).click()
  await requests.held
  await navigateInApp(page, to)
  return async () => {
    requests.release((route) => route.continue())
    await waitForLock(page, 'chisholm.outbox')
  }
}

test('a request that is refused after its page was left is not silently a draft again', async ({ page }) => {
  await setProtocol(page, 'demanded')
  const { id } = await createPostMortem(page, { client: 'client', tag: 'W 1', sent: false })
  await signInWithoutForm(page, 'client')
  const answer = await sendAndLeave(page, id, '/a/locations')
  await answer()
  await expect(outboxStatus(page)).toContainText('1 change was not accepted')
  await outboxStatus(page).getByRole('link', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { name: 'Some photos are missing.' })).toBeVisible()
})

test('a request that is sent after another ticket was opened changes nothing there', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'W 2', sent: false })
  const other = await createPostMortem(page, { client: 'client', tag: 'W 3', sent: true })
  await signInWithoutForm(page, 'client')
  const answer = await sendAndLeave(page, id, `/a/postmortem/${other.id}`)
  await expect(page.getByRole('heading', { name: other.title })).toBeVisible()
  await answer()
  const client = await createApiClient(page.request, 'client')
  await expect.poll(async () => (await client.get(`/post-mortems/${id}`)).draft).toBe(0)
  await expect(page.getByText('Your request has been submitted')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/a/postmortem/${other.id}$`))
})

test('a visit that is refused after its ticket was left stays among the unsent changes', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'W 4', sent: true })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  const requests = await holdRequests(page, `**/api/v1/post-mortems/${id}`, 'PUT')
  await page.getByRole('button', { name: 'Schedule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Date').fill('12/20/2040')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await requests.held
  await navigateInApp(page, '/a/planner')
  await (await createApiClient(page.request, 'vet2')).put(`/post-mortems/${id}`, {
    completed_at: new Date().toISOString(),
  })
  requests.release((route) => route.continue())
  await expect(outboxStatus(page)).toContainText('1 change was not accepted')
})
