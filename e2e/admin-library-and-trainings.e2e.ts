import { expect, type Page, test } from '@playwright/test'
import { button } from './helpers/button.ts'
import { expectAccessible, growViewportToPage } from './helpers/accessibility.ts'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { openPageAs, signIn, signInWithoutForm } from './helpers/sign-in.ts'
import { expectTouchTargetSize } from './helpers/layout-checks.ts'
import { expectToast } from './helpers/expect-screen.ts'
import { holdRequests } from './helpers/hold-requests.ts'

const expectHeading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

async function openArea(page: Page, name: string): Promise<void> {
  await button(page, 'Menu').click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await page.getByRole('link', { name: new RegExp(`^${name}`) }).click()
  await expectHeading(page, name)
}

async function checkAccessibility(page: Page): Promise<void> {
  const size = page.viewportSize()
  await growViewportToPage(page)
  await expectAccessible(page)
  if (size) await page.setViewportSize(size)
}

test('a diagnosis is added, chosen by a vet, retired (no longer offered, still on its ticket) and restored', async ({
  page,
  browser,
}) => {
  const chosen = await createPostMortem(page, { client: 'client', tag: 'D 100', sent: true })
  const later = await createPostMortem(page, { client: 'client', tag: 'D 200', sent: true })
  const vet = await openPageAs(browser, 'vet', { viewport: { width: 390, height: 844 } })
  const diagnosis = vet.getByRole('combobox', { name: 'Diagnosis', exact: true })
  const name = 'Foothill fever'

  await signIn(page, 'admin')
  await openArea(page, 'Library lists')
  await page.getByRole('link', { name: /^Diagnoses/ }).click()
  await expectHeading(page, 'Diagnoses')
  await button(page, 'Add entry').click()
  const adding = page.getByRole('dialog', { name: 'Add entry' })
  await button(adding, 'Save').click()
  await expect(adding.getByText('Please enter a name.')).toBeVisible()
  await adding.getByLabel('Name').fill('liver ABSCESS')
  await button(adding, 'Save').click()
  await expect(adding.getByText('This list already has an entry with this name.')).toBeVisible()
  await expect(adding.getByLabel('Name')).toHaveValue('liver ABSCESS')
  await checkAccessibility(page)
  await adding.getByLabel('Name').fill(name)
  await adding.getByLabel('Code').fill('OWN-77')
  await adding.getByLabel('System').fill('Systemic')
  await adding.getByRole('checkbox', { name: /^Notifiable/ }).check()
  await button(adding, 'Save').click()
  await expectToast(page, 'Data is updated')
  await expect(adding).toBeHidden()

  await vet.goto(`/a/vet/ticketdetail/${chosen.id}`)
  await diagnosis.fill('foothill')
  await vet.getByRole('option', { name }).click()
  await expect(vet.getByText('Notifiable in many jurisdictions')).toBeVisible()
  await button(vet.locator('.diagnosis'), 'Save').click()
  await expectToast(vet, 'Data is updated')

  await page.getByRole('searchbox', { name: 'Search' }).fill('foothill')
  await expect(page.getByRole('list').getByRole('button', { name: new RegExp(`^${name}`) })).toHaveCount(1)
  await expect(page).toHaveURL(/text=foothill/)
  await expect(page.getByRole('button', { name: /^Move / })).toHaveCount(0)
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  const editing = page.getByRole('dialog', { name: 'Edit entry' })
  await expect(editing.getByLabel('Code')).toHaveValue('OWN-77')
  await button(editing, 'Delete').click()
  await button(page.getByRole('dialog', { name: `Delete “${name}”?` }), 'Delete').click()
  await expect(editing.getByRole('alert')).toContainText('This entry is in use, so it cannot be deleted.')
  await checkAccessibility(page)
  await button(editing, 'Retire').click()
  await expect(page.getByText('Nothing found for “foothill”.')).toBeVisible()

  await vet.reload()
  await expect(diagnosis).toHaveValue(name)
  await expect(vet.getByText('Notifiable in many jurisdictions')).toBeVisible()
  await vet.goto(`/a/vet/ticketdetail/${later.id}`)
  await diagnosis.fill('foothill')
  await expect(vet.getByText('Nothing found')).toBeVisible()

  await page.getByRole('link', { name: 'Retired' }).click()
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await button(editing, 'Restore').click()
  await expect(page.getByText('Nothing found for “foothill”.')).toBeVisible()
  await vet.reload()
  await diagnosis.fill('foothill')
  await expect(vet.getByRole('option', { name })).toBeVisible()
  await vet.context().close()
})

test('an Admin reorders a list by its buttons and makes it alphabetical again', { tag: '@long' }, async ({ page }) => {
  await signInWithoutForm(page, 'superadmin')
  await page.goto('/a/admin/library/health-risks')
  const entries = page.getByRole('list').locator('.admin-row b')
  await expect(entries).toHaveText(['High', 'Low', 'Medium', 'Ultra-high'])
  const up = button(page, 'Move Ultra-high up')
  await up.click()
  await expect(entries).toHaveText(['High', 'Low', 'Ultra-high', 'Medium'])
  await expect(up).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(entries).toHaveText(['High', 'Ultra-high', 'Low', 'Medium'])
  await page.reload()
  await expect(entries).toHaveText(['High', 'Ultra-high', 'Low', 'Medium'])
  await button(page, 'Back to alphabetical').click()
  await button(page.getByRole('dialog', { name: 'Order this list alphabetically?' }), 'Order').click()
  await expect(entries).toHaveText(['High', 'Low', 'Medium', 'Ultra-high'])
  await expect(page.getByText('In alphabetical order.')).toBeVisible()
})

test('a training of two sections is written, previewed, moved to the top and read by a client', {
  tag: '@long',
}, async ({ page, browser }) => {
  await signIn(page, 'admin')
  await openArea(page, 'Trainings')
  await page.getByRole('link', { name: 'New training' }).click()
  await expectHeading(page, 'New training')
  await button(page, 'Save').click()
  await expect(page.getByText('Please enter a title.')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill('Closing a carcass')
  await page.getByLabel('Description').fill('What to do afterwards')
  const [first, second] = [
    page.getByRole('group', { name: 'Section 1' }),
    page.getByRole('group', { name: 'Section 2' }),
  ]
  await first.getByLabel('Heading').fill('Disinfect')
  await first.getByLabel('Text').fill('Boots.\nKnives.')
  await button(page, 'Add section').click()
  await expect(second.getByLabel('Heading')).toBeFocused()
  await second.getByLabel('Heading').fill('Cover')
  await button(page, 'Save').click()
  await expect(second.getByText('Please enter the text of this section.')).toBeVisible()
  // A validation error moves with its section.
  await button(page, 'Move Section 2 up').click()
  await expect(first.getByLabel('Heading')).toHaveValue('Cover')
  await expect(first.getByText('Please enter the text of this section.')).toBeVisible()
  await first.getByLabel('Text').fill('Against birds and dogs.')
  await button(page, 'Add section').click()
  await button(page, 'Remove Section 3').click()
  await expect(page.getByRole('group', { name: 'Section 3' })).toHaveCount(0)
  await expect(button(page, 'Add section')).toBeFocused()
  await checkAccessibility(page)

  await button(page, 'Preview').click()
  const preview = page.getByRole('dialog', { name: 'What readers see' })
  await expect(preview.getByRole('heading', { level: 2 })).toHaveText(['What readers see', 'Cover', 'Disinfect'])
  await checkAccessibility(page)
  await button(preview, 'Close').click()

  // Leaving the page asks for confirmation. A user who stays still has the input.
  await page.getByRole('link', { name: 'Back' }).or(button(page, 'Back')).click()
  const question = page.getByRole('dialog', { name: 'There are unsaved changes! Are you sure you want to leave?' })
  await button(question, 'Cancel').click()
  await expect(page.getByLabel('Title')).toHaveValue('Closing a carcass')
  await button(page, 'Save').click()
  await expectToast(page, 'Data is updated')
  await expect(page).toHaveURL(/\/a\/admin\/trainings$/)
  const titles = page.getByRole('list').locator('.admin-row b')
  await expect(titles.last()).toHaveText('Closing a carcass')
  const count = await titles.count()
  for (let place = count; place > 1; place--) {
    await button(page, 'Move Closing a carcass up').click()
    await expect(titles.nth(place - 2)).toHaveText('Closing a carcass')
  }

  const client = await openPageAs(browser, 'client', { viewport: { width: 390, height: 844 } })
  await client.goto('/a/training')
  await client.getByRole('button', { name: /Closing a carcass/ }).click()
  await expect(client.getByRole('heading', { level: 2 })).toHaveText(['Cover', 'Disinfect'])
  await expect(client.getByText('Against birds and dogs.')).toBeVisible()
  await client.context().close()

  await page.getByRole('link', { name: /^Closing a carcass/ }).click()
  await button(page, 'Delete this training').click()
  await button(page.getByRole('dialog', { name: 'Delete “Closing a carcass”?' }), 'Delete').click()
  await expect(page).toHaveURL(/\/a\/admin\/trainings$/)
  await expect(titles).toHaveCount(count - 1)
})

test('a changed telephone number of the practice appears on a client’s locations page', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  await signIn(page, 'admin')
  await openArea(page, 'Practice')
  const phone = page.getByLabel('Phone')
  const before = await phone.inputValue()
  await phone.fill('')
  await page.getByLabel('Web site').fill('prairievet')
  await button(page, 'Save details').click()
  await expect(page.getByText('Please enter a phone number.')).toBeVisible()
  await expect(page.getByText('Please enter the address of the web site')).toBeVisible()
  await expect(phone).toBeFocused()
  await checkAccessibility(page)
  await page.getByLabel('Web site').fill('https://prairievet.example')

  // A failed request does not lose the input.
  await page.route('**/api/v1/provider', (route) => route.abort())
  await phone.fill('+1 403 555 0199')
  await button(page, 'Save details').click()
  await expectToast(page, 'There was an error while saving the details of the practice.')
  await expect(phone).toHaveValue('+1 403 555 0199')
  await page.unroute('**/api/v1/provider')
  await button(page, 'Save details').click()
  await expectToast(page, 'Data is updated')

  const client = await openPageAs(browser, 'client')
  await client.goto('/a/locations')
  await expect(client.getByRole('link', { name: '+1 403 555 0199' })).toHaveAttribute('href', 'tel:+14035550199')
  await client.context().close()
  await phone.fill(before)
  await button(page, 'Save details').click()
  await expect(async () => {
    const answer = await page.request.get('/api/v1/provider')
    expect((await answer.json()).data.phone).toBe(before)
  }).toPass()
})

test('a phrase is listed with the name of its organ system', async ({ page }) => {
  await (await createApiClient(page.request, 'admin')).post('/phrases', { name: 'Dry serosa', system: 'body_cavities' })
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/admin/library/phrases?text=Dry serosa')
  await expect(button(page, 'Dry serosa Body cavities')).toBeVisible()
})

test('the preview of a training says that there is no text yet, and leaves out sections without one', async ({
  page,
}) => {
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/admin/trainings/new')
  const preview = page.getByRole('dialog', { name: 'What readers see' })
  const nothing = preview.getByText('No text yet.')
  await button(page, 'Preview').click()
  await expect(nothing).toBeVisible()
  await expect(preview.getByRole('heading', { level: 2 })).toHaveText(['What readers see'])
  await button(preview, 'Close').click()
  await page.getByLabel('Text before the sections').fill('Wear gloves.')
  await button(page, 'Preview').click()
  await expect(preview.getByText('Wear gloves.')).toBeVisible()
  await expect(nothing).toBeHidden()
})

test('the colour of a tag is chosen without knowing its number', async ({ page }) => {
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/admin/library/tag-colors')
  await button(page, 'Add entry').click()
  const dialog = page.getByRole('dialog', { name: 'Add entry' })
  await dialog.getByLabel('Name').fill('Teal')
  const square = dialog.getByLabel('Choose a colour')
  // a tap would open a dialog of the device
  const getsTaps = await square.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) === element
  })
  expect(getsTaps).toBe(true)
  await square.fill('#0f766e')
  await expect(dialog.getByRole('textbox', { name: 'Colour', exact: true })).toHaveValue('#0f766e')
  await expectAccessible(page)
  await expectTouchTargetSize(page)
  await button(dialog, 'Save').click()
  await expect(page.getByText('Teal', { exact: true })).toBeVisible()
})

test('entries of another tab or search are not shown while those of the chosen one load', async ({ page }) => {
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/admin/library/breeds')
  const loading = page.getByRole('status', { name: 'Loading' })
  const rows = page.getByRole('main').locator('ul.list').getByRole('listitem')
  await expect(rows.first()).toBeVisible()

  const retired = await holdRequests(page, /\/breeds\?.*retired.{3,5}1/, 'GET')
  await page.getByRole('link', { name: 'Retired' }).click()
  await retired.held
  await expect(loading).toBeVisible()
  await expect(rows).toHaveCount(0)
  retired.release((route) => route.continue())
  await expect(page.getByText('No entry of this list is retired.')).toBeVisible()
  await page.goBack()

  await page.goto('/a/admin/library/breeds?text=zzz')
  await expect(page.getByText('Nothing found for “zzz”.')).toBeVisible()
  const found = await holdRequests(page, /\/breeds\?.*Angus/, 'GET')
  await page.getByRole('searchbox').fill('Angus')
  await found.held
  await expect(loading).toBeVisible()
  await expect(page.getByText(/^Nothing found/)).toHaveCount(0)
  found.release((route) => route.continue())
  await expect(rows.first()).toBeVisible()
})
