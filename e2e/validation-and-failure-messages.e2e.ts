import { expect, type Page, test } from '@playwright/test'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { holdRequests } from './helpers/hold-requests.ts'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { signIn, signInWithoutForm } from './helpers/sign-in.ts'

test('an invitation reports its missing fields one at a time', async ({ page }) => {
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/invite-user')
  const invite = page.getByRole('button', { name: 'Invite' })
  const choose = async (customer: string) => {
    await page.getByRole('combobox', { name: 'Customer' }).fill(customer)
    await page.getByRole('option', { name: customer }).click()
  }
  await invite.click()
  await expect(page.getByText('Email is required.')).toBeVisible()
  await page.getByLabel('Email').fill('hand@example.com')
  await invite.click()
  await expect(page.getByText('Customer is required.')).toBeVisible()
  await choose('Dry Creek Ranch')
  await expect(page.getByText('The chosen customer has no sites', { exact: true })).toBeVisible()
  await invite.click()
  await expect(page.getByText('The chosen customer has no sites. Please choose another customer.')).toBeVisible()
  // a single site is chosen already
  await choose('Red Mesa Cattle')
  await expect(page.getByLabel('Mesa Main')).toBeChecked()
  await choose('Prairie Feeders')
  await invite.click()
  await expect(page.getByText('You need to choose a sites.')).toBeVisible()
  await page.getByLabel('South Yard').check()
  await page.route('**/api/v1/user-invites', (route) => route.abort())
  await invite.click()
  await expect(page.getByText('There was an error while the invite user.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('hand@example.com')
  await page.unroute('**/api/v1/user-invites')
  await invite.click()
  await expect(page.getByText('User was successfully invited')).toBeVisible()
})

test('the wizard requires date, customer and site in this order and preselects a single site', async ({ page }) => {
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/postmortem/add')
  const add = page.getByRole('button', { name: 'Add animals' })
  const choose = async (customer: string) => {
    await page.getByRole('combobox', { name: 'Client' }).fill(customer)
    await page.getByRole('option', { name: customer }).click()
  }
  await page.getByLabel('Date', { exact: true }).fill('')
  await page.keyboard.press('Tab')
  await add.click()
  await expect(page.getByText('Please choose a date.')).toBeVisible()
  await expect(page.getByText('Please select a customer.')).toHaveCount(0)
  await page.getByLabel('Date', { exact: true }).fill('11/20/2026')
  await page.keyboard.press('Tab')
  await add.click()
  await expect(page.getByText('Please select a customer.')).toBeVisible()
  await choose('Prairie Feeders')
  await add.click()
  await expect(page.getByText('Please select a site.')).toBeVisible()
  await choose('Red Mesa Cattle')
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('Mesa Main')
})

test('assigning nobody and scheduling without a date show the errors of the specification', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'E 1', sent: true })
  await signInWithoutForm(page, 'admin')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Assign' }).click()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('You must choose a veterinarian to assign to this postmortem')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Veterinarian' }).click()
  await expect(page.getByRole('option', { name: /\(Admin\) \(me\)$/ })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Dana Whitfield', exact: true })).toBeVisible()
  // The first Escape closes the list, the second the dialog.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Schedule' }).click()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Please choose a valid date')).toBeVisible()
  await dialog.getByLabel('Date').fill('05/06/2030')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  // The ticket is scheduled without a veterinarian, so the message is that of specification 4.2.
  await expect(page.getByText('The post mortem was successfully unnassigned.')).toBeVisible()
  await expect(page.getByText('May 6th 2030')).toBeVisible()
})

test('send, complete and report are offered as specification 4.2 requires', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'E 2', sent: false })
  const client = await createApiClient(page.request, 'client')
  const vet = await createApiClient(page.request, 'vet')
  await signIn(page, 'admin')
  const offeredActions = async (path: string) => {
    await page.goto(path)
    await expect(page.getByRole('article', { name: 'E 2' })).toBeVisible()
    const words = await page.getByRole('button').allTextContents()
    return words.filter((word) => ['Send PM', 'Complete', 'Generate Report', 'Assign', 'Schedule'].includes(word))
  }
  expect(await offeredActions(`/a/postmortem/${id}`)).toEqual(['Send PM'])
  expect(await offeredActions(`/a/vet/ticketdetail/${id}`)).toEqual([])
  await client.put(`/post-mortems/${id}`, { draft: 0 })
  expect(await offeredActions(`/a/postmortem/${id}`)).toEqual([])
  expect(await offeredActions(`/a/vet/ticketdetail/${id}`)).toEqual(['Assign', 'Schedule', 'Complete'])
  await vet.put(`/post-mortems/${id}`, { completed_at: new Date().toISOString() })
  expect(await offeredActions(`/a/vet/ticketdetail/${id}`)).toEqual(['Generate Report'])
})

/** Stops the clock of the page. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
}

test('a toast disappears after four seconds, and after five when a verification failed', { tag: '@long' }, async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/u/login')
  await page.getByLabel('Email').fill('nobody@demo.example')
  await page.getByLabel('Password').first().fill('Wrong#2026')
  await page.getByRole('button', { name: 'Login' }).click()
  const failed = page.getByRole('alert').filter({ hasText: 'Login failed.' })
  await expect(failed).toBeVisible()
  await stopClock(page)
  await page.clock.runFor(constants.toastHide - 2000)
  await expect(failed).toBeVisible()
  await page.clock.runFor(3000)
  await expect(failed).toHaveCount(0)
  await page.clock.resume()

  await page.goto('/u/reset')
  await page.getByLabel('Email').fill('rival@demo.example')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Verification code').fill('WRONG123')
  await page.getByLabel('Set your new password').fill('Better#2026x')
  await page.getByLabel('Repeat your new password').fill('Better#2026x')
  await page.getByRole('button', { name: 'Next' }).click()
  const unverified = page.getByRole('alert').filter({ hasText: texts.failure.verification })
  await expect(unverified).toBeVisible()
  await stopClock(page)
  await page.clock.runFor(constants.toastHide - 500)
  await expect(unverified).toBeVisible()
  await page.clock.runFor(2000)
  await expect(unverified).toHaveCount(0)
})

for (const [path, call, text, isRare] of [
  ['/a/location/all/complete', 'post-mortems?*', texts.failure.getPostMortems, false],
  ['/a/postmortem/00000000-0000-7000-8000-000000000000', 'post-mortems/*', texts.failure.getPostMortems, false],
  ['/a/locations', 'sites?*', texts.failure.getSites, true],
  ['/a/profile', 'users/*', texts.failure.loadUser, true],
  ['/a/search', 'users?*', texts.failure.getUsers, true],
  ['/a/insight/alerts', 'alerts?*', 'The alerts could not be loaded.', true],
  ['/a/invite-user', 'customers?*', 'There was an error while getting customers.', true],
] as const)
  test(`${path} shows its own error: ${text}`, { tag: isRare ? '@long' : [] }, async ({ page }) => {
    await signInWithoutForm(page, 'vet')
    await page.route(`**/api/v1/${call}`, (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.goto(path)
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  })

test('the lots of a site are shown if the lot names without a lot cannot be loaded', { tag: '@long' }, async ({
  page,
}) => {
  const vet = await createApiClient(page.request, 'vet')
  const [site] = await vet.get('/sites?filter[name]=North Yard')
  await signInWithoutForm(page, 'vet')
  await page.route('**/api/v1/lots/unmatched?*', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await page.goto(`/a/herd/${site.id}`)
  await page.getByText(/^Closed lots: /).click()
  await expect(page.getByText(/, closed /).first()).toBeVisible()
})

test('the planner shows its visits if the list of veterinarians cannot be loaded', async ({ page }) => {
  await signInWithoutForm(page, 'vet')
  await page.route('**/api/v1/users?*', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await page.goto('/a/planner')
  // it is there to stay: a dialog opens from it
  await page.getByRole('region', { name: 'Unscheduled' }).getByRole('button').first().click()
  await expect(page.getByRole('dialog', { name: /^Schedule CHM-/ })).toBeVisible()
})

for (const path of ['/a/planner', '/a/planner/day/2031-06-04'])
  test(`a failure of ${path} stays shown, with the focus, while it is tried again`, {
    tag: path === '/a/planner' ? [] : '@long',
  }, async ({ page }) => {
    await signInWithoutForm(page, 'vet')
    await page.route('**/api/v1/planner?*', (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.goto(path)
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await page.unroute('**/api/v1/planner?*')
    const requests = await holdRequests(page, '**/api/v1/planner?*', 'GET')
    await again.press('Enter')
    const failure = page.getByText('The planner could not be loaded.')
    await expect(failure).toBeVisible()
    await expect(page.getByRole('button', { name: 'Trying again…' })).toBeFocused()
    await expect(page.getByLabel('Loading')).toHaveCount(0)
    requests.release((route) => route.continue())
    await expect(failure).toHaveCount(0)
  })

test('a session that cannot be refreshed ends on the sign-in page with the reason', async ({ page }) => {
  await signIn(page, 'client')
  // This page does not contain the app, so no request runs meanwhile.
  await page.goto('/favicon.svg')
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('chisholm.session') ?? '{}')
    localStorage.setItem('chisholm.session', JSON.stringify({ ...session, token: 'worn', refresh: 'worn' }))
  })
  await page.goto('/a/postmortems/draft')
  await expect(page).toHaveURL(/\/u\/login$/)
  await expect(page.getByText('Could not refresh token.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('chisholm.session'))).toBeNull()
})
