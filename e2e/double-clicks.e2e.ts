import { expect, test } from '@playwright/test'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { choosePhotos, createPostMortemWithAnimals, photoDrafts, photoPagePath } from './helpers/photo-page.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a double click sends a request once', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'E 91', sent: false })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}`)
  let changes = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith(id)) changes += 1
  })
  await page.getByRole('button', { name: 'Send PM' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Your request has been submitted' })).toBeVisible()
  expect(changes).toBe(1)
})

test('a double click presses nothing of the page that its first click opened', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'E 92', sent: false })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}`)
  await page.getByRole('button', { name: 'Send PM' }).click()
  // While the wizard loads, the navigation is where the button was.
  await page.getByRole('button', { name: 'Create Another' }).dblclick()
  await expect(page.getByRole('heading', { name: 'New post mortem' })).toBeVisible()
  await page.getByLabel('Notes').fill('Still here.')
  await expect(page).toHaveURL(/\/a\/postmortem\/add$/)
})

test('a double click on Complete asks first, although the confirmation is where the button was', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'E 94', sent: true })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  let changes = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith(id)) changes += 1
  })
  await page.getByRole('button', { name: 'Complete' }).dblclick()
  await expect(page.getByRole('heading', { name: /^Complete CHM-/ })).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page.getByRole('article', { name: 'E 94' })).toBeVisible()
  expect(changes).toBe(0)
})

test('a double click on Save uploads each photo once', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  await page.goto(photoPagePath(await createPostMortemWithAnimals(page, 'client', ['E 93'])))
  await choosePhotos(page, 1, 2)
  await expect(photoDrafts(page)).toHaveCount(2)
  let uploads = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/medias')) uploads += 1
  })
  await page.getByRole('button', { name: 'Save' }).dblclick()
  await expect(photoDrafts(page)).toHaveCount(0)
  expect(uploads).toBe(2)
})

test('a double click creates the address of a calendar once, so that the one shown is valid', async ({ page }) => {
  await signInWithoutForm(page, 'nolink')
  await page.goto('/a/profile')
  let addresses = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/calendar-feeds')) addresses += 1
  })
  await page.getByRole('button', { name: 'Get my address' }).dblclick()
  await expect(page.getByLabel('Address of your calendar')).toBeVisible()
  expect(addresses).toBe(1)
  await page.getByRole('button', { name: 'Turn off the address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off the address' }).click()
  await expect(page.getByRole('button', { name: 'Get my address' })).toBeVisible()
})
