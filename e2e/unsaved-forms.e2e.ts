import { expect, type Page, test } from '@playwright/test'
import { button } from './helpers/button.ts'
import { createApiClient } from './helpers/api-client.ts'
import { endSession, signInAgain, signInWithoutForm, signOut } from './helpers/sign-in.ts'
import { storedOnDevice } from './helpers/stored-on-device.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const restored = (page: Page) => page.getByText('What you had typed and not saved is here again.').first()

/** Opens a site of the demo, or its customer. */
async function pathOfNorthYard(page: Page, of: 'site' | 'customer'): Promise<string> {
  const api = await createApiClient(page.request, 'admin')
  const sites: { id: string; name: string; customer: { id: string } }[] = await api.get('/sites?per_page=200')
  const site = sites.find(({ name }) => name === 'North Yard')
  return of === 'site' ? `/a/admin/sites/${site?.id}` : `/a/admin/customers/${site?.customer.id}`
}

interface UnsavedForm {
  user: string
  path: string | ((page: Page) => Promise<string>)
  /** Opens the form on its page. */
  open?: (page: Page) => Promise<void>
  label: string
  save: (page: Page) => Promise<unknown>
}

const saveBy = (name: string) => (page: Page) => button(page, name).click()
const forms: Record<string, UnsavedForm> = {
  'the profile': { user: 'client', path: '/a/profile/edit', label: 'City', save: saveBy('Save') },
  'an invitation': { user: 'vet', path: '/a/invite-user', label: 'Email', save: (page) => page.reload() },
  'a new customer': { user: 'admin', path: '/a/admin/customers/new', label: 'Name', save: saveBy('Add a customer') },
  'a site': { user: 'admin', path: (page) => pathOfNorthYard(page, 'site'), label: 'City', save: saveBy('Save') },
  'a new site': {
    user: 'admin',
    path: (page) => pathOfNorthYard(page, 'customer'),
    open: saveBy('Add a site'),
    label: 'City',
    save: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name', { exact: true }).fill('Of no session')
      await dialog.getByRole('button', { name: 'Add a site' }).click()
    },
  },
  'a training': { user: 'admin', path: '/a/admin/trainings/new', label: 'Title', save: saveBy('Save') },
  'the practice': { user: 'admin', path: '/a/admin/provider', label: 'Phone', save: saveBy('Save details') },
}

/** Another request of the page may meet the end of the session before. */
async function saveUnlessSignedOut(page: Page, save: UnsavedForm['save']): Promise<void> {
  page.setDefaultTimeout(15_000)
  try {
    await save(page)
  } catch (failure) {
    if (!page.url().endsWith('/u/login')) throw failure
  } finally {
    page.setDefaultTimeout(30_000)
  }
}

for (const [name, { user, path, open, label, save }] of Object.entries(forms))
  test(`what was typed about ${name} when the session ends is there after signing in again, and gone once left`, {
    tag: '@long',
  }, async ({ page }) => {
    page.on('dialog', (dialog) => void dialog.accept())
    await signInWithoutForm(page, user)
    const address = typeof path === 'string' ? path : await path(page)
    await page.goto(address)
    await open?.(page)
    const before = await field(page, label).inputValue()
    await field(page, label).fill('Typed before the session ended')
    await endSession(page)
    await saveUnlessSignedOut(page, save)
    await signInAgain(page, user)
    await expect(page).toHaveURL(address)
    await open?.(page)
    await expect(field(page, label)).toHaveValue('Typed before the session ended')
    await expect(restored(page)).toBeVisible()

    if (open) await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    else await page.getByRole('link', { name: 'Search' }).click()
    await button(page, 'Leave').click()
    await expect(button(page, 'Leave')).toHaveCount(0)
    await page.goto(address)
    await open?.(page)
    await expect(field(page, label)).toHaveValue(before)
    await expect(restored(page)).toHaveCount(0)
  })

/** Dialogs: the page, the button that opens one, and a field in it. */
const dialogs: Record<string, { path: (site: string) => string; open: string; label: string }[]> = {
  admin: [
    { path: (site) => `/a/herd/${site}`, open: 'Add a lot', label: 'Source' },
    { path: () => '/a/admin/library/diagnoses', open: 'Add entry', label: 'Code' },
  ],
  vet: [
    { path: () => '/a/profile', open: 'Add days away', label: 'Note' },
    { path: () => '/a/insight/alerts', open: 'Add a rule', label: 'Name' },
    { path: () => '/a/insight/summaries', open: 'Add a summary', label: 'Name' },
  ],
}
for (const [user, opened] of Object.entries(dialogs))
  test(`dialogs of ${user} keep what was typed when they are closed or the session ends, until it is cancelled`, {
    tag: '@long',
  }, async ({ page }) => {
    await signInWithoutForm(page, user)
    const site = (await pathOfNorthYard(page, 'site')).split('/').at(-1) ?? ''
    const dialog = page.getByRole('dialog')
    const openDialog = async ({ path, open, label }: (typeof opened)[number]) => {
      await page.goto(path(site))
      await button(page, open).click()
      return dialog.getByLabel(label, { exact: true })
    }
    for (const one of opened) {
      await (await openDialog(one)).fill(`Typed in ${one.open}`)
      await expect.poll(() => storedOnDevice(page)).toContain(`Typed in ${one.open}`)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await endSession(page)
    await page.reload()
    await signInAgain(page, user)
    for (const one of opened) {
      await expect(await openDialog(one)).toHaveValue(`Typed in ${one.open}`)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toHaveCount(0)
      await expect.poll(() => storedOnDevice(page)).not.toContain(`Typed in ${one.open}`)
      await button(page, one.open).click()
      await expect(dialog.getByLabel(one.label, { exact: true })).toHaveValue('')
    }
  })

test('sites ticked for a user or an invitation when the session ends are ticked after signing in again', {
  tag: '@long',
}, async ({ page }) => {
  await signInWithoutForm(page, 'admin')
  const { uuid } = await createApiClient(page.request, 'manager')
  const addresses = { user: `/a/admin/users/${uuid}`, invitation: '/a/invite-user' }
  const south = page.getByLabel('South Yard')
  await page.goto(addresses.user)
  await expect(south).toBeChecked()
  await south.uncheck()
  await field(page, 'Find a site or customer to add').fill('mesa')
  const added = page.getByRole('list', { name: 'Find a site or customer to add' }).getByRole('checkbox').first()
  await added.check()
  await expect.poll(() => storedOnDevice(page)).toContain(`sites ${uuid}`)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(addresses.invitation)
  await field(page, 'Email').fill('draft@client.example')
  await page.getByRole('combobox', { name: 'Customer' }).click()
  await page.getByRole('option', { name: 'Prairie Feeders' }).click()
  await south.check()
  await expect.poll(() => storedOnDevice(page)).toContain('draft@client.example')
  await endSession(page)
  await page.reload()
  await signInAgain(page, 'admin')
  await expect(page).toHaveURL(addresses.invitation)
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('Prairie Feeders')
  await expect(south).toBeChecked()
  await page.goto(addresses.user)
  await expect(south).not.toBeChecked()
  await expect(page.getByText('2 changes are not saved yet.')).toBeVisible()
  await expect(restored(page)).toBeVisible()

  await south.check()
  await expect(page.getByText('1 change is not saved yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Search' }).click()
  await button(page, 'Leave').click()
  await page.goto(addresses.user)
  await expect(south).toBeChecked()
  await expect(restored(page)).toHaveCount(0)
})

test('of one form in two tabs each keeps what was typed in it, and saving one changes only what was typed there', {
  tag: '@long',
}, async ({ page, context }) => {
  await signInWithoutForm(page, 'admin')
  const path = await pathOfNorthYard(page, 'site')
  const second = await context.newPage()
  for (const tab of [page, second]) await tab.goto(path)
  await field(page, 'Region').fill('Of the first tab')
  await field(second, 'City').fill('Of the second tab')
  for (const typed of ['Of the first tab', 'Of the second tab'])
    await expect.poll(() => storedOnDevice(page)).toContain(typed)
  const api = await createApiClient(page.request, 'admin')
  const readSite = () => api.get(`/sites/${path.split('/').at(-1)}`)
  await button(page, 'Save').click()
  await expect.poll(async () => (await readSite()).region).toBe('Of the first tab')

  // the second tab still shows the region before, and is reloaded with what was typed in it
  second.on('dialog', (dialog) => void dialog.accept())
  await second.reload()
  await expect(field(second, 'City')).toHaveValue('Of the second tab')
  await expect(field(second, 'Region')).toHaveValue('Of the first tab')
  await field(page, 'Region').fill('Changed in the first tab')
  await button(page, 'Save').click()
  await expect.poll(async () => (await readSite()).region).toBe('Changed in the first tab')
  await button(second, 'Save').click()
  await expect.poll(async () => (await readSite()).city).toBe('Of the second tab')
  expect((await readSite()).region).toBe('Changed in the first tab')
})

test('a customer typed before the session ended is created once, and its form is empty afterwards', {
  tag: '@long',
}, async ({ page }) => {
  const name = `Late Creek ${Date.now()}`
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/admin/customers/new')
  await field(page, 'Name').fill(name)
  // The server gets the request, and the page never its response.
  await page.route('**/api/v1/customers', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await endSession(page)
    return route.fulfill({ status: 401, json: { success: false } })
  })
  await button(page, 'Add a customer').click()
  await expect(page).toHaveURL(/\/u\/login$/)
  await page.unrouteAll({ behavior: 'wait' })
  await signInAgain(page, 'admin')
  await expect(field(page, 'Name')).toHaveValue(name)
  await button(page, 'Add a customer').click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const api = await createApiClient(page.request, 'admin')
  const customers: { name: string }[] = await api.get('/customers?per_page=9999')
  expect(customers.filter((customer) => customer.name === name)).toHaveLength(1)
  await page.goto('/a/admin/customers/new')
  await expect(field(page, 'Name')).toHaveValue('')
})

test('what one user typed is shown to nobody else, outlives the logout of another and ends with the own one', async ({
  page,
}) => {
  await signInWithoutForm(page, 'manager')
  await page.goto('/a/profile/edit')
  const before = await field(page, 'City').inputValue()
  await field(page, 'City').fill('Typed by the manager')
  await endSession(page)
  await saveUnlessSignedOut(page, saveBy('Save'))

  await signInAgain(page, 'client')
  await page.goto('/a/profile/edit')
  await expect(field(page, 'First name')).not.toHaveValue('')
  await expect(field(page, 'City')).not.toHaveValue('Typed by the manager')
  await field(page, 'City').fill('Typed by the client')
  await signOut(page, { discard: true })
  expect(await storedOnDevice(page)).not.toContain('Typed by the client')

  await signInAgain(page, 'manager')
  await page.goto('/a/profile/edit')
  await expect(field(page, 'City')).toHaveValue('Typed by the manager')
  await signOut(page, { discard: true })
  expect(await storedOnDevice(page)).not.toContain('Typed by')
  await signInAgain(page, 'manager')
  await page.goto('/a/profile/edit')
  await expect(field(page, 'First name')).not.toHaveValue('')
  await expect(field(page, 'City')).toHaveValue(before)
})

test('a password is never stored on the device', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/profile/edit')
  await field(page, 'City').fill('Stored on the device')
  await expect.poll(() => storedOnDevice(page)).toContain('Stored on the device')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/a/change-password')
  for (const label of ['Set your new password', 'Repeat your new password'])
    await field(page, label).fill('Prairie&Trails#91')
  await page.getByLabel('Set your new password', { exact: true }).blur()
  await expect.poll(() => storedOnDevice(page)).toContain('Stored on the device')
  expect(await storedOnDevice(page)).not.toContain('Prairie&Trails')
})
