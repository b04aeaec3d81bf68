import { expect, type Page, type Route, test } from '@playwright/test'
import { button } from './helpers/button.ts'
import { expectAccessible, growViewportToPage } from './helpers/accessibility.ts'
import { createApiClient } from './helpers/api-client.ts'
import { createScreenFixtures } from './helpers/screen-fixtures.ts'
import { openPageAs, signIn, signInWithoutForm } from './helpers/sign-in.ts'
import { expectNoOverflow, expectTouchTargetSize } from './helpers/layout-checks.ts'
import { saveScreenshot } from './helpers/save-screenshot.ts'
import { expectScreen, expectToast } from './helpers/expect-screen.ts'

const expectHeading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Checks the whole page with axe and saves a screenshot of it. */
async function checkAccessibility(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await saveScreenshot(page, `people-${name}`)
  await growViewportToPage(page)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: null })
  if (size) await page.setViewportSize(size)
}

async function addSite(page: Page, name: string, city: string): Promise<void> {
  await button(page, 'Add a site').click()
  const newSiteDialog = dialog(page, 'New site of Coyote Flats')
  await newSiteDialog.getByLabel('Name').fill(name)
  await newSiteDialog.getByLabel('City').fill(city)
  await newSiteDialog.getByRole('button', { name: 'Add a site' }).click()
}

/** Saves and waits for the response: the toast may be that of an earlier change. */
async function saveSiteAccess(page: Page): Promise<void> {
  const response = page.waitForResponse((one) => one.request().method() === 'PUT' && one.url().endsWith('/sites'))
  await button(page, 'Save site access').click()
  expect((await response).status()).toBe(200)
  await expectToast(page, 'The site access was changed.')
}

test('an Admin adds a customer and its sites, invites a client, changes its site access and disables it', async ({
  page,
  browser,
  request,
}) => {
  const email = 'foreman@coyote.example'
  await signIn(page, 'admin')

  await test.step('a customer is added; an empty or taken name gets an error under its field', async () => {
    await button(page, 'Menu').click()
    await page.getByRole('menuitem', { name: 'Administration' }).click()
    await page.getByRole('link', { name: /^Customers/ }).click()
    await page.getByRole('link', { name: 'Add a customer' }).click()
    await expectHeading(page, 'New customer')
    await button(page, 'Add a customer').click()
    await expect(page.getByText('Please enter a name.')).toBeVisible()
    await page.getByLabel('Name').fill(' prairie FEEDERS ')
    await page.keyboard.press('Enter')
    await expect(page.getByText('There is already a customer with this name.')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue(' prairie FEEDERS ')
    await button(page, 'Back').click()
    await dialog(page, 'There are unsaved changes!').getByRole('button', { name: 'Cancel' }).click()
    await page.route('**/api/v1/customers', (route) => route.abort())
    await page.getByLabel('Name').fill('Coyote Flats')
    await button(page, 'Add a customer').click()
    await expectToast(page, 'The customer could not be added.')
    await expect(page.getByLabel('Name')).toHaveValue('Coyote Flats')
    await page.unroute('**/api/v1/customers')
    await button(page, 'Add a customer').click()
    await expectHeading(page, 'Coyote Flats')
    await expectToast(page, 'The customer was added.')
  })

  await test.step('two sites are added, and a third one is deleted again', async () => {
    for (const [name, city] of [
      ['Bluff Pens', 'Clayton'],
      ['Creek Pens', 'Nanton'],
      ['Mistake', ''],
    ] as const) {
      await addSite(page, name, city)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('link', { name })).toBeVisible()
    }
    await addSite(page, 'bluff pens', '')
    const newSiteDialog = dialog(page, 'New site of Coyote Flats')
    await expect(newSiteDialog.getByText('This customer already has a site with this name.')).toBeVisible()
    await page.keyboard.press('Escape')
    await dialog(page, 'There are unsaved changes!').getByRole('button', { name: 'Leave' }).click()
    await expect(newSiteDialog).toHaveCount(0)
    await checkAccessibility(page, 'customer')
    await page.getByRole('link', { name: 'Mistake' }).click()
    await expectHeading(page, 'Mistake')
    await button(page, 'Delete').click()
    await dialog(page, 'Delete Mistake?').getByRole('button', { name: 'Delete' }).click()
    await expectHeading(page, 'Coyote Flats')
    await expect(page.getByRole('link', { name: 'Mistake' })).toHaveCount(0)
  })

  await test.step('a client is invited to one of the sites', async () => {
    await page.goto('/a/admin/users')
    await page.getByRole('link', { name: 'Invite somebody' }).click()
    await page.getByLabel('Email').fill(email)
    await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('Client')
    await page.getByRole('combobox', { name: 'Customer' }).fill('Coyote')
    await page.getByRole('option', { name: 'Coyote Flats' }).click()
    await page.getByLabel('Bluff Pens').check()
    await button(page, 'Invite').click()
    await expectToast(page, 'User was successfully invited')
  })

  await test.step('a veterinarian is invited without sites', async () => {
    await page.getByLabel('Email').fill('newvat@coyote.example')
    await page.getByRole('combobox', { name: 'Role' }).click()
    await expect(page.getByRole('option', { name: 'Admin' })).toHaveCount(0)
    await page.getByRole('option', { name: 'Veterinarian' }).click()
    await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveCount(0)
    const invited = page.waitForResponse('**/api/v1/user-invites')
    await button(page, 'Invite').click()
    expect((await invited).status()).toBe(201)
  })

  await test.step('the mistyped address of the veterinarian is corrected', async () => {
    await page.goto('/a/admin/users')
    await page.getByLabel('Find a person by name or e-mail').fill('newvat')
    await page.getByRole('link', { name: 'newvat@coyote.example' }).click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expectHeading(page, 'Edit profile')
    await page.getByLabel('Email').fill('newvet@coyote.example')
    await page.getByLabel('Phone').fill('+1 403 555 0107')
    await button(page, 'Save').click()
    await expectHeading(page, 'newvet@coyote.example')
    await expect(page.getByText('+1 403 555 0107')).toBeVisible()
  })

  await test.step('the client is invited again and gets other sites by a search', async () => {
    await page.goto('/a/admin/users')
    await page.getByLabel('Find a person by name or e-mail').fill('coyote')
    await expect(page.getByRole('link', { name: 'Casey Doyle' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'newvet@coyote.example' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Client' }).click()
    await expect(page.getByRole('link', { name: 'newvet@coyote.example' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: email })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Casey Doyle' })).toHaveCount(0)
    await checkAccessibility(page, 'users')
    await page.getByRole('link', { name: email }).click()
    await expectHeading(page, email)
    await button(page, 'Send the invitation again').click()
    await expectToast(page, `A new invitation is on its way to ${email}.`)
    await page.getByLabel('Find a site or customer to add').fill('coyote')
    const creek = page.getByLabel('Coyote Flats - Creek Pens')
    await creek.check()
    await expect(page.getByText('1 change is not saved yet.')).toBeVisible()
    await checkAccessibility(page, 'user')
    await saveSiteAccess(page)
    await expect(page.getByText('Coyote Flats: 2 sites')).toBeVisible()
  })

  await test.step('the client sees its sites; removed access ends with the next request', async () => {
    const manager = await openPageAs(browser, 'manager')
    await manager.goto('/a/locations')
    await expect(manager.getByRole('link', { name: 'Prairie Feeders - South Yard' })).toBeVisible()
    const { uuid } = await createApiClient(request, 'manager')
    await page.goto(`/a/admin/users/${uuid}`)
    await page.getByLabel('South Yard').uncheck()
    await saveSiteAccess(page)
    await manager.reload()
    await expect(manager.getByRole('link', { name: 'Prairie Feeders - North Yard' })).toBeVisible()
    await expect(manager.getByRole('link', { name: 'Prairie Feeders - South Yard' })).toHaveCount(0)
    await page.getByLabel('North Yard').uncheck()
    await saveSiteAccess(page)
    await manager.goto('/a/postmortem/add')
    await expect(manager.getByText('For access to more locations ask')).toBeVisible()
    await expect(manager.getByRole('main').getByRole('link', { name: /@/ })).toBeVisible()

    await button(page, 'Disable').click()
    await dialog(page, 'Disable the account of').getByRole('button', { name: 'Disable' }).click()
    await expect(page.getByText('This account is disabled: nobody can sign in with it.')).toBeVisible()
    await checkAccessibility(page, 'disabled')
    // the page may have been led to the sign-in already, by a request in the background
    await manager.goto('/a/locations')
    await expect(manager).toHaveURL(/\/u\/login$/)
    await manager.context().close()
    await button(page, 'Enable').click()
    await expect(page.getByText('This person can sign in.')).toBeVisible()
    await page.getByLabel('Find a site or customer to add').fill('prairie')
    await page.getByLabel('Prairie Feeders - North Yard').check()
    await page.getByLabel('Prairie Feeders - South Yard').check()
    await saveSiteAccess(page)
  })

  await test.step('a site with users cannot be deleted; once retired it is no longer offered', async () => {
    await page.goto('/a/admin/sites?text=bluff')
    await page.getByRole('link', { name: 'Bluff Pens' }).click()
    await expect(page.getByRole('link', { name: email })).toBeVisible()
    await button(page, 'Delete').click()
    await dialog(page, 'Delete Bluff Pens?').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Bluff Pens cannot be deleted: it has 1 person with access.')).toBeVisible()
    await button(page, 'Retire').click()
    await dialog(page, 'Retire Bluff Pens?').getByRole('button', { name: 'Retire' }).click()
    await expect(button(page, 'Take back into use')).toBeVisible()
    await checkAccessibility(page, 'retired')
    await page.goto('/a/postmortem/add')
    await page.getByRole('combobox', { name: 'Client' }).fill('Coyote')
    await page.getByRole('option', { name: 'Coyote Flats' }).click()
    await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('Creek Pens')
  })
})

test('site access that another Admin changes while the page or a draft of it is open is not undone by saving other sites', async ({
  page,
  request,
}) => {
  const other = await createApiClient(request, 'superadmin')
  const { uuid } = await createApiClient(request, 'manager')
  const offered: { id: string; name: string }[] = await other.get('/sites?per_page=9999')
  const idOf = (name: string) => offered.find((site) => site.name === name)?.id ?? ''
  const giveAccess = (...names: string[]) => other.put(`/users/${uuid}/sites`, { sites: names.map(idOf) })
  const currentAccess = async () => {
    const sites: { name: string }[] = await other.get(`/users/${uuid}/sites?sort=name`)
    return sites.map(({ name }) => name)
  }
  const reopen = async () => {
    await page.goto('/a/admin/users')
    await page.goto(`/a/admin/users/${uuid}`)
  }
  const addMesaMain = async () => {
    await page.getByLabel('Find a site or customer to add').fill('mesa')
    await page.getByLabel('Red Mesa Cattle - Mesa Main').check()
    await expect(page.getByText('1 change is not saved yet.')).toBeVisible()
  }
  await signInWithoutForm(page, 'admin')
  page.on('dialog', (question) => void question.accept())
  await giveAccess('North Yard', 'South Yard')

  await test.step('while the page is open', async () => {
    await page.goto(`/a/admin/users/${uuid}`)
    await expect(page.getByLabel('South Yard')).toBeChecked()
    await giveAccess('North Yard')
    await addMesaMain()
    await saveSiteAccess(page)
    expect(await currentAccess()).toEqual(['Mesa Main', 'North Yard'])
    await expect(page.getByText('not saved yet')).toHaveCount(0)
    await reopen()
    await expect(page.getByLabel('Mesa Main')).toBeChecked()
    await expect(page.getByLabel('South Yard')).toHaveCount(0)
  })

  await test.step('while a draft waits on the device', async () => {
    await giveAccess('North Yard', 'South Yard')
    await reopen()
    await addMesaMain()
    await giveAccess('North Yard')
    await reopen()
    await expect(page.getByText('1 change is not saved yet.')).toBeVisible()
    await saveSiteAccess(page)
    expect(await currentAccess()).toEqual(['Mesa Main', 'North Yard'])
  })

  await test.step('at the same moment', async () => {
    await giveAccess('North Yard', 'South Yard')
    await reopen()
    await addMesaMain()
    const takeAway = async (route: Route) => {
      await giveAccess('North Yard')
      await route.continue()
    }
    await page.route(`**/api/v1/users/${uuid}/sites`, takeAway, { times: 1 })
    await button(page, 'Save site access').click()
    await expect(page.getByText('not saved yet')).toHaveCount(0)
    expect(await currentAccess()).toEqual(['Mesa Main', 'North Yard'])
  })
  await giveAccess('North Yard', 'South Yard')
})

test('an Admin gives several users access to a site at once and reads why others were skipped', {
  tag: '@long',
}, async ({ page }) => {
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/admin/users')
  await button(page, 'Select several').click()
  await page.getByLabel('invited@demo.example').check()
  await page.getByLabel('Morgan Hale').check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await checkAccessibility(page, 'selected')
  await button(page, 'Actions …').click()
  await page.getByRole('menuitem', { name: 'Give access to a site' }).click()
  const site = dialog(page, 'Give 2 people access to a site')
  await site.getByRole('combobox', { name: 'Site' }).fill('Mesa')
  await page.getByRole('option', { name: 'Red Mesa Cattle - Mesa Main' }).click()
  await site.getByRole('button', { name: 'Give access' }).click()
  const outcome = dialog(page, 'Done for 1 of 2 people.')
  await expect(outcome.getByRole('listitem')).toHaveText(['Morgan HaleYour role does not allow this.'])
  await button(page, 'Back to the list').click()
  await expect(button(page, 'Select several')).toBeVisible()
})

test('a veterinarian cannot open the administration', async ({ page }) => {
  await signIn(page, 'vet')
  await button(page, 'Menu').click()
  await expect(page.getByRole('menuitem', { name: 'Invite user' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0)
  for (const address of ['/a/admin/customers', '/a/admin/users']) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/a\/location\/all\/inbox$/)
    await expect(page.getByText('Your role has no access to that page, so you were taken home.')).toBeVisible()
  }
  await page.goto('/a/invite-user')
  await expectHeading(page, 'Invite user')
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveCount(0)
})

test('administration screens fit the smallest phone and text of twice the size, even with long names', {
  tag: '@long',
}, async ({ browser, request }) => {
  const fixtures = await createScreenFixtures(request)
  const admin = await createApiClient(request, 'admin')
  const long = 'The Northernmost Receiving And Hospital Yard Of All Prairies'
  const { id: customer_id } = await admin.post('/customers', { name: `${long} Cattle Growers Association` })
  const { id } = await admin.post('/sites', { customer_id, name: long, city: long, region: long })
  await admin.put(`/sites/${id}`, { retired: 1 })
  const page = await openPageAs(browser, 'admin', { viewport: { width: 320, height: 640 } })
  const addresses = [
    `/a/admin/customers/${customer_id}`,
    `/a/admin/sites/${id}`,
    '/a/admin/customers?text=northernmost',
    '/a/admin/sites?text=northernmost',
    '/a/admin/users?status=invited',
    `/a/admin/users/${fixtures.pending.created_by_id}`,
    '/a/admin/customers/new',
    '/a/invite-user',
  ]
  for (const address of addresses)
    await test.step(address, async () => {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(address)
      await expectScreen(page, { h1: /\w/ })
      await expectNoOverflow(page, 'at 320 × 640')
      await expectTouchTargetSize(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.addStyleTag({ content: 'html { font-size: 32px }' })
      await expectNoOverflow(page, 'with text of 200 %')
    })
  await page.context().close()
})
