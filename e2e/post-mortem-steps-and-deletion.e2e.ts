import { expect, type Page, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { expectDraftStored } from './helpers/outbox.ts'
import { holdRequests } from './helpers/hold-requests.ts'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { createPostMortemWithAnimals } from './helpers/photo-page.ts'
import { signIn, signInWithoutForm } from './helpers/sign-in.ts'
import { expectToast } from './helpers/expect-screen.ts'

const notFound = (page: Page) => page.getByText(/Sorry Page Not Found|There is no such thing/)

/** Records whether a word ever appears on the page, even for an instant. */
async function recordAppearance(page: Page, word: string): Promise<() => Promise<boolean>> {
  await page.evaluate((text) => {
    Object.assign(window, { wasSeen: false })
    new MutationObserver(() => {
      if (document.body.textContent.includes(text)) Object.assign(window, { wasSeen: true })
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, word)
  return () => page.evaluate(() => Boolean(Reflect.get(window, 'wasSeen')))
}

const confirmDelete = async (page: Page) => {
  await page.getByRole('button', { name: /^Delete CHM-/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
}

for (const [role, path, home] of [
  ['client', 'postmortem', /\/a\/postmortems\/draft$/],
  ['vet', 'vet/ticketdetail', /\/a\/location\/all\/inbox$/],
  ['admin', 'vet/ticketdetail', /\/a\/location\/all\/inbox$/],
] as const)
  test(`deleting a ticket as ${role} leads home with a message`, async ({ page }) => {
    const { id, title } = await createPostMortem(page, { client: 'client', tag: 'S 1', sent: false })
    await signInWithoutForm(page, role)
    await page.goto(`/a/${path}/${id}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    const wasSeen = await recordAppearance(page, 'Sorry Page Not Found')
    await confirmDelete(page)
    await expectToast(page, `${title} was deleted.`)
    await expect(page).toHaveURL(home)
    await expect(notFound(page)).toHaveCount(0)
    expect(await wasSeen()).toBe(false)
  })

test('deleting a ticket in the split view closes it and keeps the list', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'S 2', sent: true })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/location/all/inbox?page=1&ticket=${id}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  const wasSeen = await recordAppearance(page, 'There is no such thing')
  await confirmDelete(page)
  await expectToast(page, `${title} was deleted.`)
  await expect(page.getByText('Choose a ticket to read it here.')).toBeVisible()
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  expect(await wasSeen()).toBe(false)
})

test('the result of a deletion is shown on whatever page is open by then, without navigating', async ({ page }) => {
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'S 3', sent: false })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}`)
  let answer = () => {}
  const waits = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v1/post-mortems/*', async (route) => {
    if (route.request().method() === 'DELETE') await waits
    await route.continue()
  })
  await confirmDelete(page)
  await page.getByRole('link', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/a\/search$/)
  answer()
  await expectToast(page, `${title} was deleted.`)
  await expect(page).toHaveURL(/\/a\/search$/)
})

test('a message says that changed details of a draft, and a changed animal, are saved', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'S 14', sent: false })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}`)
  await page.getByRole('button', { name: 'Edit details' }).click()
  await page.getByLabel('Notes').fill('Behind the barn.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Data is updated')
  await expect(page.getByText('Behind the barn.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Edit S 14' }).click()
  await page.getByLabel('Lot', { exact: true }).fill('K 9')
  await page.getByRole('button', { name: 'Review' }).click()
  await expectToast(page, 'Data is updated')
  await expect(page.getByRole('article', { name: 'S 14' })).toContainText('K 9')
})

test('a deletion that the server fails to do is shown as waiting, and can be cancelled', async ({ page }) => {
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'S 4', sent: false })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}`)
  await page.route('**/api/v1/post-mortems/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: 'broken' }) : route.continue(),
  )
  await confirmDelete(page)
  await expectToast(page, 'There was an error while deleting a post mortem.')
  await expectToast(page, `The server failed. ${title} will be deleted when it works again.`)
  const strip = page.getByRole('region', { name: 'Unsent changes' })
  await expect(strip).toContainText('The server failed. 1 change waits.')
  await expect(page.getByText(/connection/)).toHaveCount(0)
  await strip.getByRole('link', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(notFound(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByRole('article', { name: 'S 4' })).toBeVisible()
  await expect(strip).toHaveCount(0)
})

test('a creation that the server fails to do is shown as waiting, and the wizard continues', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortem/add')
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
  await page.route('**/api/v1/post-mortems', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await page.getByRole('button', { name: 'Add animals' }).click()
  await expectToast(page, 'There was an error while adding a post mortem.')
  await page.getByLabel('Tag', { exact: true }).fill('S 5')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('article', { name: 'S 5' })).toBeVisible()
  const strip = page.getByRole('region', { name: 'Unsent changes' })
  await expect(strip).toContainText('The server failed. 2 changes wait.')
  await page.getByRole('button', { name: 'Send PM' }).click()
  await expectToast(page, 'There was an error while updating a post mortem.')
  await expect(
    page.getByRole('heading', { name: 'Your request will be sent when the server works again' }),
  ).toBeVisible()
  await page.unroute('**/api/v1/post-mortems')
  await strip.getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByRole('heading', { name: 'Your request has been submitted' })).toBeVisible()
})

test('a request that is begun on the page of a site is for that site, also if it is of the second customer of a client', async ({
  page,
}) => {
  const admin = await createApiClient(page.request, 'superadmin')
  const { uuid } = await createApiClient(page.request, 'manager')
  const sites: { id: string; name: string }[] = await admin.get('/sites?per_page=9999')
  const idOf = (name: string) => sites.find((site) => site.name === name)?.id ?? ''
  const giveAccess = (...names: string[]) => admin.put(`/users/${uuid}/sites`, { sites: names.map(idOf) })
  await giveAccess('North Yard', 'South Yard', 'Mesa Main')
  await signInWithoutForm(page, 'manager')
  for (const [site, customer] of [
    ['South Yard', 'Prairie Feeders'],
    ['Mesa Main', 'Red Mesa Cattle'],
  ] as const) {
    await page.goto(`/a/location/${idOf(site)}/draft`)
    await page.getByRole('link', { name: 'New post mortem' }).click()
    await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue(site)
    await expect(page.getByRole('definition').getByText(customer)).toBeVisible()
  }
  await giveAccess('North Yard', 'South Yard')
})

test('the wizard reports a failure to load its sites and can retry', { tag: '@long' }, async ({ page }) => {
  await page.route('**/api/v1/customers?*', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortem/add')
  const failed = page.getByRole('main').getByText('The list of clients and sites could not be loaded.')
  await expect(failed).toBeVisible()
  await page.getByRole('button', { name: 'Add animals' }).click()
  await expectToast(page, 'The list of clients and sites could not be loaded.')
  await expect(page.getByText('Please select a site.')).toHaveCount(0)
  await page.unroute('**/api/v1/customers?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
})

test('the first step of the wizard can be left once client and site are preselected', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  const { held, release } = await holdRequests(page, '**/api/v1/customers?*', 'GET')
  await page.goto('/a/postmortem/add')
  await held
  await expect(page.getByRole('button', { name: 'Add animals' })).toBeDisabled()
  release((route) => route.continue())
  await page.getByRole('button', { name: 'Add animals' }).click()
  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
})

test('a wizard step opens only if ticket and role allow it', async ({ page }) => {
  const draft = await createPostMortem(page, { client: 'client', tag: 'S 6', sent: false })
  const sent = await createPostMortem(page, { client: 'client', tag: 'S 7', sent: true })
  const postMortem = await (await createApiClient(page.request, 'client')).get(`/post-mortems/${sent.id}`)
  const foreign = postMortem.veterinary_record.veterinary_record_animals[0].id
  await signIn(page, 'client')
  for (const [address, tag] of [
    [`/a/postmortem/${draft.id}?step=sent`, 'S 6'],
    [`/a/postmortem/${draft.id}?step=complete`, 'S 6'],
    [`/a/postmortem/${draft.id}?step=animal&animal=${foreign}`, 'S 6'],
    [`/a/postmortem/${draft.id}?step=nonsense`, 'S 6'],
    [`/a/postmortem/${sent.id}?step=details`, 'S 7'],
    [`/a/postmortem/${sent.id}?step=complete`, 'S 7'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('article', { name: tag })).toBeVisible()
    await expect(page).toHaveURL(address.split('?')[0] ?? '')
    await expect(page.getByRole('button', { name: 'Complete' })).toHaveCount(0)
  }
  await page.goto(`/a/postmortem/${sent.id}?step=sent`)
  await expect(page.getByRole('heading', { name: 'Your request has been submitted' })).toBeVisible()
})

test('a path with an animal of another ticket leads to the ticket', async ({ page }) => {
  const one = await createPostMortem(page, { client: 'client', tag: 'S 8', sent: true })
  const other = await createPostMortem(page, { client: 'client', tag: 'S 9', sent: true })
  const postMortem = await (await createApiClient(page.request, 'vet')).get(`/post-mortems/${other.id}`)
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${one.id}/${postMortem.veterinary_record.veterinary_record_animals[0].id}`)
  await expect(page).toHaveURL(`/a/vet/ticketdetail/${one.id}`)
  await expect(page.getByRole('article', { name: 'S 8' })).toBeVisible()
})

test('going back after completing does not offer Complete again', async ({ page }) => {
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'S 10', sent: true })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByRole('heading', { name: `Complete ${title}?` })).toBeVisible()
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(page).toHaveURL(/\/report$/)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Generate Report' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Complete' })).toHaveCount(0)
  await page.goto(`/a/vet/ticketdetail/${id}?step=complete`)
  await expect(page.getByRole('button', { name: 'Generate Report' })).toBeVisible()
})

test('going back from a ticket that was examined and completed leads to the list', async ({ page }) => {
  const { id, animalIds } = await createPostMortemWithAnimals(page, 'client', ['S 30', 'S 31', 'S 32'])
  await (await createApiClient(page.request, 'client')).put(`/post-mortems/${id}`, { draft: 0 })
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/location/all/inbox')
  await navigateInApp(page, `/a/vet/ticketdetail/${id}`)
  await page.getByRole('link', { name: 'Examine S 30' }).click()
  for (const animalId of animalIds.slice(1)) {
    await page.getByRole('button', { name: 'Next animal' }).click()
    await expect(page).toHaveURL(new RegExp(animalId))
  }
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByRole('heading', { name: /^Complete / })).toBeVisible()
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(page).toHaveURL(/\/report$/)
  await page.goBack()
  await expect(page).toHaveURL(`/a/vet/ticketdetail/${id}`)
  await expect(page.getByRole('button', { name: 'Generate Report' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/inbox/)
})

test('going back from a ticket that was sent leads past the forms of its animals', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortems/draft')
  await page.getByRole('link', { name: 'New post mortem' }).first().click()
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
  await page.getByRole('button', { name: 'Add animals' }).click()
  await page.getByLabel('Tag', { exact: true }).fill('S 33')
  await page.getByRole('button', { name: 'Save, add another' }).click()
  await expect(page.getByRole('heading', { name: 'Animal 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Send PM' }).click()
  await expect(page).toHaveURL(/step=sent$/)
  await page.goBack()
  await expect(page.getByRole('article', { name: 'S 33' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/postmortems\/draft/)
})

test('the page of one animal leads to the review and to the next animal', { tag: '@long' }, async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'S 11', sent: true })
  const postMortem = await (await createApiClient(page.request, 'vet')).get(`/post-mortems/${id}`)
  const address = `/a/vet/ticketdetail/${id}/${postMortem.veterinary_record.veterinary_record_animals[0].id}`
  await signInWithoutForm(page, 'vet')
  await page.goto(address)
  await page.getByLabel('Pen', { exact: true }).fill('77')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('article', { name: 'S 11' })).toContainText('77')
  await page.goto(address)
  await page.getByRole('button', { name: 'Save, add another' }).click()
  await expect(page.getByRole('heading', { name: 'Animal 2' })).toBeVisible()
  await page.getByLabel('Tag', { exact: true }).fill('S 12')
  await page.getByRole('button', { name: 'Save, add another' }).click()
  await expect(page.getByRole('heading', { name: 'Animal 3' })).toBeVisible()
  await expect(page.getByLabel('Tag', { exact: true })).toHaveValue('')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
})

for (const [name, count] of [
  ['card', 4],
  ['row', 8],
] as const)
  test(`a client who corrects an animal of a sent ticket saves, and is back at its ${name}`, async ({ page }) => {
    const { id } = await createPostMortem(page, { client: 'client', tag: 'S 20', sent: false })
    const client = await createApiClient(page.request, 'client')
    for (let number = 21; number < 20 + count; number++)
      await client.post('/veterinary-record-animals', { veterinary_record_id: id, tag: `S ${number}` })
    await client.put(`/post-mortems/${id}`, { draft: 0 })
    const lastTag = `S ${19 + count}`
    const last = page.getByRole('article', { name: lastTag, exact: true })
    await signInWithoutForm(page, 'client')
    await page.goto(`/a/postmortem/${id}`)
    if (name === 'row') await last.getByRole('button').first().click()
    await last.getByRole('button', { name: `Edit ${lastTag}` }).click()
    await page.getByLabel('Pen', { exact: true }).fill('78')
    await expect(page.getByRole('button', { name: 'Save, add another' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Review' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'Data is updated')
    await expect(last.getByText('78').last()).toBeInViewport()
    await expect(page).not.toHaveURL(/step=/)
    await test.step('a new animal leads on to the next one, as before', async () => {
      await page.getByRole('button', { name: 'Add animal' }).click()
      await expect(page.getByRole('button', { name: 'Save, add another' })).toBeVisible()
    })
  })

test('a ticket assigned to a colleague says so, and is reassigned only by an explicit choice', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'S 13', sent: true })
  const vets = await (await createApiClient(page.request, 'admin')).get(
    '/users?filter[roles.name]=Veterinarian&per_page=99',
  )
  // Earlier tests may have renamed this colleague.
  const luis = vets.find((one: { email: string }) => one.email === 'vet2@demo.example')
  await (await createApiClient(page.request, 'admin')).put(`/post-mortems/${id}`, { scheduled_for_id: luis.id })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await page.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Assigned to')
  await expect(dialog).toContainText(`${luis.first_name} ${luis.last_name}`)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('You must choose a veterinarian to assign to this postmortem')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Veterinarian' }).click()
  await expect(page.getByRole('option')).toHaveText(['Dana Whitfield (me)', 'Unassigned'])
  await page.getByRole('option', { name: 'Dana Whitfield (me)' }).click()
  await expect(dialog.getByText('You must choose a veterinarian')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'The post mortem was successfully scheduled.')
  await expect(page.locator('#content').getByText('Dana Whitfield', { exact: true })).toBeVisible()
})

for (const [role, path, opinions] of [
  ['client', 'postmortem', 0],
  ['vet', 'vet/ticketdetail', 1],
] as const)
  test(`an unfinished animal is resumed on its own page, as ${role}`, async ({ page }) => {
    const { id } = await createPostMortem(page, { client: 'client', tag: 'S 9', sent: true })
    await signIn(page, role)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(`/a/${path}/${id}?step=animal`)
    await page.getByLabel('Tag', { exact: true }).fill('S 10')
    await expectDraftStored(page, 'S 10')
    await page.goto('/')
    await page.getByRole('link', { name: 'Go on' }).click()
    await expect(page).toHaveURL(new RegExp(`/a/${path}/${id}\\?step=animal$`))
    await expect(page.getByLabel('Tag', { exact: true })).toHaveValue('S 10')
    await expect(page.getByLabel('Findings')).toHaveCount(opinions)
  })
