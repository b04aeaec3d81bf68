import { expect, type Page, test } from '@playwright/test'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { expectToast } from './helpers/expect-screen.ts'
import { signIn, signInWithoutForm } from './helpers/sign-in.ts'

const rfid = { typed: '982000999888777', shown: '982 000 999 888 777' }

test('a scan of an unknown animal starts a post mortem with its RFID, which a reload keeps', async ({ page }) => {
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/animal/${rfid.typed}`)
  await page.getByRole('link', { name: 'New post mortem with this RFID' }).click()
  await expect(page.getByText(`First animal: RFID ${rfid.shown}`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`First animal: RFID ${rfid.shown}`)).toBeVisible()
  await page.getByRole('combobox', { name: 'Client' }).fill('Red Mesa')
  await page.getByRole('option', { name: 'Red Mesa Cattle' }).click()
  await page.getByRole('button', { name: 'Add animals' }).click()
  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
  await expect(page.getByLabel('RFID')).toHaveValue(rfid.shown)
  await page.reload()
  await expect(page.getByLabel('RFID')).toHaveValue(rfid.shown)
})

const errorHeading = (page: Page) => page.getByRole('heading', { name: 'This page could not be shown' })

test('a page that throws shows an error page with a report number and recovers by Try again', async ({ page }) => {
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'W 1', sent: true })
  await signIn(page, 'vet')
  const postMortem = `**/api/v1/post-mortems/${id}**`
  await page.route(postMortem, (route) => route.fulfill({ json: { success: true, data: { id } } }))
  const reported = page.waitForResponse('**/api/v1/client-errors')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await expect(errorHeading(page)).toBeVisible()
  const answer = await reported
  expect(answer.status()).toBe(201)
  await expect(page.getByText(`give this number: ${(await answer.allHeaders())['x-request-id']}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByText('Something went wrong!')).toHaveCount(0)

  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: 'All locations' })).toBeVisible()
  await page.goBack()
  await expect(errorHeading(page)).toBeVisible()
  await page.unroute(postMortem)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
})

/**
 * Makes the chunk of the profile page unavailable, as a deployment does.
 * @returns the number of page loads, and a function that makes the new chunk available
 */
async function removeProfileChunk(page: Page) {
  let loads = 0
  page.on('load', () => loads++)
  const code = /\/assets\/profile-page-[^/]+\.js$/
  await page.route(code, (route) => route.fulfill({ status: 404, json: { status: 404 } }))
  return { loads: () => loads, putBack: () => page.unroute(code) }
}
const openProfile = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
}

test('a chunk that a deployment replaced reloads the app once, on the requested page', async ({ page }) => {
  await signIn(page, 'client')
  const code = await removeProfileChunk(page)
  await page.exposeFunction('deployed', code.putBack)
  // the new index page refers to the new chunk
  // cast: values that a test stores on the window have no type
  await page.addInitScript(() => (Reflect.get(window, 'deployed') as () => Promise<void>)())
  await openProfile(page)
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expect(page).toHaveURL(/\/a\/profile$/)
  // the page is shown before everything it refers to is loaded
  await expect.poll(code.loads).toBe(1)
})

test('a chunk that stays missing shows an error after one reload, not in a loop', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'client')
  const code = await removeProfileChunk(page)
  await openProfile(page)
  await expect(errorHeading(page)).toBeVisible()
  await expect(page.getByText('Check your connection, then try again.')).toBeVisible()
  await expect.poll(code.loads).toBe(1)
  await code.putBack()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
})

test('a page whose toasts could not be loaded at first stays, and shows them later', async ({ page }) => {
  await page.route(/\/assets\/toasts-.*\.js/, (route) => route.abort(), { times: 1 })
  const failed = page.waitForEvent('requestfailed')
  await page.goto('/u/login')
  await failed
  await page.getByLabel('Email').fill('client@demo.example')
  await page.getByLabel('Password').first().fill('wrong')
  await page.getByRole('button', { name: 'Login' }).click()
  await expectToast(page, 'Login failed.')
})

test('a missing chunk without a connection shows an error and does not reload', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'client')
  const code = await removeProfileChunk(page)
  await page.context().setOffline(true)
  await openProfile(page)
  await expect(errorHeading(page)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Still no connection.')).toBeVisible()
  expect(code.loads()).toBe(0)
  await page.context().setOffline(false)
})

test('a part of a ticket whose code cannot be loaded shows its own error, and loads when the connection is back', {
  tag: '@long',
}, async ({ page }) => {
  const { title } = await createPostMortem(page, { client: 'client', tag: 'W 2', sent: true })
  await signIn(page, 'vet')
  const code = /\/assets\/conversation-section-[^/]+\.js$/
  await page.route(code, (route) => route.abort())
  await page.getByRole('link', { name: title }).click()
  const failed = page.getByText('This part could not be loaded.')
  await expect(failed).toBeVisible()
  await page.getByLabel('Findings').fill('Froth in the trachea.')
  await page.unroute(code)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Conversation' })).toBeVisible()
  await expect(failed).toHaveCount(0)
  await expect(page.getByLabel('Findings')).toHaveValue('Froth in the trachea.')
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('no page logs a warning to the console', { tag: '@long' }, async ({ page }) => {
    const warnings: string[] = []
    page.on('console', (message) => {
      if (['warning', 'error'].includes(message.type())) warnings.push(message.text())
    })
    await signInWithoutForm(page, 'vet')
    await page.goto('/a/scanner')
    await expect(page.getByRole('heading', { name: 'Scanner' })).toBeVisible()
    expect(warnings).toEqual([])
  })
})
