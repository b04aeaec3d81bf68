import { expect, type Page, test } from '@playwright/test'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { signIn } from './helpers/sign-in.ts'

// An optimistic update is shown before the server responds, and undone if the server rejects it.
test.use({ viewport: { width: 1280, height: 800 } })

const list = (page: Page) => page.locator('.split-view-list')
const pane = (page: Page) => page.getByRole('region', { name: 'Ticket' })

const tabCount = (page: Page, tab: string) =>
  page
    .getByRole('link', { name: new RegExp(`^${tab}`) })
    .locator('i')
    .textContent()
    .then(Number)

async function assignMyself(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('combobox', { name: 'Veterinarian' }).click()
  await page.getByRole('option', { name: 'Dana Whitfield (me)' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
}

/**
 * Delays updates of tickets.
 * @returns a function that lets them continue
 */
async function delayUpdates(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/post-mortems/*', async (route) => {
    if (route.request().method() === 'PUT') await released
    await route.continue()
  })
  return release
}

test('an assigned ticket moves to the next tab before the server responds', async ({ page }) => {
  const { title } = await createPostMortem(page, { client: 'client', tag: 'D 1', sent: true })
  await signIn(page, 'vet')
  await list(page).getByRole('link', { name: title }).click()
  await expect(pane(page).getByRole('heading', { name: title })).toBeVisible()
  const [inbox, inProgress] = [await tabCount(page, 'INBOX'), await tabCount(page, 'IN PROGRESS')]
  const release = await delayUpdates(page)
  await assignMyself(page)
  await expect(list(page).getByRole('link', { name: title })).toHaveCount(0)
  await expect(pane(page).getByText('In Progress')).toBeVisible()
  expect([await tabCount(page, 'INBOX'), await tabCount(page, 'IN PROGRESS')]).toEqual([inbox - 1, inProgress + 1])
  await expect(page.getByRole('alert')).toHaveCount(0)
  release()
  await expect(page.getByText('The post mortem was successfully scheduled.')).toBeVisible()
  await page.getByRole('link', { name: /^IN PROGRESS/ }).click()
  await expect(list(page).getByRole('link', { name: title })).toContainText('Dana W.')
})

/** Answers every request for a ticket with this method with 409, as if the server had rejected it. */
const refuseUpdates = (page: Page, method: 'PUT' | 'DELETE') =>
  page.route('**/api/v1/post-mortems/*', (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 409, json: { success: false, message: 'Not this one.' } })
      : route.continue(),
  )

test('a refused update is rolled back with an error message, and the dialog keeps its choice', async ({ page }) => {
  const { title } = await createPostMortem(page, { client: 'client', tag: 'D 2', sent: true })
  await signIn(page, 'vet')
  const card = list(page).getByRole('link', { name: title })
  await card.click()
  const inbox = await tabCount(page, 'INBOX')
  await refuseUpdates(page, 'PUT')
  await assignMyself(page)
  await expect(card).toHaveCount(0)
  await expect(page.getByText('Not this one.')).toBeVisible()
  await expect(card).toBeVisible()
  expect(await tabCount(page, 'INBOX')).toBe(inbox)
  await expect(page.getByRole('combobox', { name: 'Veterinarian' })).toHaveValue('Dana Whitfield (me)')
  await expect(pane(page).getByText('Pending')).toBeVisible()
})

test('a completed ticket leaves the inbox before the server responds; its report opens afterwards', async ({
  page,
}) => {
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'D 5', sent: true })
  await signIn(page, 'vet')
  await list(page).getByRole('link', { name: title }).click()
  await pane(page).getByRole('button', { name: 'Complete' }).click()
  await expect(pane(page).getByRole('heading', { name: `Complete ${title}?` })).toBeVisible()
  const release = await delayUpdates(page)
  await pane(page).getByRole('button', { name: 'Complete' }).click()
  await expect(list(page).getByRole('link', { name: title })).toHaveCount(0)
  await expect(page).toHaveURL(/\/inbox\?/)
  release()
  await expect(page.getByText('The post mortem was successfully completed.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/a/vet/ticketdetail/${id}/report$`))
  await expect(page.getByText('Post-mortem report')).toBeVisible()
})
