import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, growViewportToPage } from './helpers/accessibility.ts'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { signIn, signInWithoutForm } from './helpers/sign-in.ts'
import { expectNoOverflow, expectTouchTargetSize } from './helpers/layout-checks.ts'

const chooseFile = (page: Page, text: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

const countLabelled = (page: Page, what: string) =>
  page
    .locator('.counts > div')
    .filter({ has: page.getByText(what, { exact: true }) })
    .locator('dd')

async function chooseKind(page: Page, kind: string): Promise<void> {
  await page.getByRole('combobox', { name: 'What to import' }).click()
  await page.getByRole('option', { name: kind }).click()
}

/** Downloads the file that a click offers. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

const header = 'Email;First name;Last name;Role;Customer;Sites'
const invalidCsv = `${header}\nhand@feeders.example;Ada;Reyes;;Prairie Feeders;West Yard\nsecond@feeders.example;;;Boss;;\n`
const validCsv = `${header}\nhand@feeders.example;Ada;Reyes;;Prairie Feeders;"North Yard; South Yard"\nsecond@feeders.example;;;Veterinarian;;\n`

test('an Admin sees the problems of a file, corrects it and applies it; applying it again changes nothing', async ({
  page,
}) => {
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/admin')
  await page.getByRole('link', { name: /^Import/ }).click()
  await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible()
  await chooseKind(page, 'People')
  const template = await downloaded(page, () => page.getByRole('button', { name: 'Download a template' }).click())
  expect(template).toEqual({
    name: 'chisholm-users-template.csv',
    text: '\uFEFFemail,first_name,last_name,phone,role,customer,sites\r\n',
  })

  await chooseFile(page, invalidCsv)
  await expect(page.getByText('There are 2 problems.')).toBeVisible()
  await expect(
    page.getByText('“West Yard” is no site of Prairie Feeders. Its sites are: North Yard, South Yard.'),
  ).toBeVisible()
  await expect(page.getByText('“Boss” is no role you may give. Use Client, Veterinarian.')).toBeVisible()
  await expect(page.getByText('Line 2, sites')).toBeVisible()
  const apply = page.getByRole('button', { name: 'Apply' })
  await expect(apply).toHaveCount(0)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose another file', exact: true }).click()
  await chooser
  // The file stays selected while it is corrected.
  await expect(page.getByText('people.csv')).toBeVisible()
  await growViewportToPage(page)
  await expectAccessible(page)
  await expectTouchTargetSize(page)
  await expectNoOverflow(page, 'with problems')

  await chooseFile(page, validCsv)
  await expect(countLabelled(page, 'new')).toHaveText('2')
  await expect(countLabelled(page, 'problems')).toHaveText('0')
  // as the screens name it, not as the file does
  await expect(page.getByText('First name: Ada')).toBeVisible()
  await expectAccessible(page)
  await apply.click()
  await expect(page.getByText('Imported: 2 new, 0 changed. 2 invitations are sent.')).toBeVisible()
  await expect(apply).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Check again' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Choose another file', exact: true })).toBeEnabled()
  await chooseFile(page, validCsv)
  await expect(countLabelled(page, 'unchanged')).toHaveText('2')
  await expect(page.getByText('There is nothing to apply.')).toBeVisible()
})

test('a file without rows says so; an import is applied once, also by a double click, and leads to the imported list', async ({
  page,
}) => {
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/admin/import')
  await chooseFile(page, 'name\n')
  await expect(page.getByText('The file has no rows below its heading.')).toBeVisible()
  await chooseFile(page, 'name\nNewly Imported Feeders\n')
  let applied = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/imports/customers?apply=1')) applied += 1
  })
  await page.getByRole('button', { name: 'Apply' }).dblclick()
  await expect(page.getByText('Imported: 1 new, 0 changed.')).toBeVisible()
  expect(applied).toBe(1)
  await page.getByRole('link', { name: 'Open Customers' }).click()
  await expect(page).toHaveURL(/\/a\/admin\/customers$/)
})

test('an unreadable file gets an error; losing the connection keeps the chosen file', async ({ page }) => {
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/admin/import')
  await chooseFile(page, '\n')
  await expect(page.getByRole('alert')).toHaveText('The file is empty. Its first row names the columns: name.')
  await page.route('**/api/v1/imports/**', (route) => route.abort())
  await chooseFile(page, 'name\nNew Feeders\n')
  await expect(page.getByRole('alert')).toContainText('The file could not be read.')
  await page.unroute('**/api/v1/imports/**')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(countLabelled(page, 'new')).toHaveText('1')
})

test('search results are exported as CSV and XLSX, and formulas in cells are escaped', async ({ page }) => {
  await signIn(page, 'client')
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'X 1', sent: false })
  const call = await createApiClient(page.request, 'client')
  await call.put(`/post-mortems/${id}`, { note: '=HYPERLINK("http://x.example")' })
  await page.goto(`/a/search/result?ticket=${title}`)
  await expect(page.getByText('Displaying 1 of 1 results.')).toBeVisible()
  await expectAccessible(page)
  await expectTouchTargetSize(page)
  const exportAs = (kind: RegExp) => async () => {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: kind }).click()
  }
  const csv = await downloaded(page, exportAs(/^CSV/))
  expect(csv.name).toMatch(/^chisholm-post-mortems-\d{4}-\d\d-\d\d\.csv$/)
  const [head, row, rest] = csv.text.slice(1).split('\r\n')
  expect(head).toMatch(/^Ticket,Status,Customer,Site,/)
  expect(row).toContain(`${title},Draft,Prairie Feeders,North Yard,`)
  expect(row).toContain(`"'=HYPERLINK(""http://x.example"")"`)
  expect(rest).toBe('')
  const xlsx = await downloaded(page, exportAs(/XLSX/))
  expect(xlsx.name).toMatch(/\.xlsx$/)
  expect(xlsx.text.slice(0, 2)).toBe('PK')
})

test('client and veterinarian read the history of a ticket when they open that section', async ({ page }) => {
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'X 2', sent: true })
  const vet = await createApiClient(page.request, 'vet')
  await vet.put(`/post-mortems/${id}`, { scheduled_at: '2030-05-06 12:00:00' })
  await signIn(page, 'client')
  const historyRequest = page.waitForRequest((request) => request.url().includes(`/post-mortems/${id}/history`))
  await page.goto(`/a/postmortem/${id}`)
  const history = page.getByRole('group').filter({ has: page.getByRole('heading', { name: 'History' }) })
  await expect(history.getByText('Dana Whitfield')).toHaveCount(0)
  await history.getByText('History').click()
  await historyRequest
  await expect(history.getByText(`Dana Whitfield scheduled ${title}`)).toBeVisible()
  await expect(history.getByText('Scheduled for: May 6th 2030')).toBeVisible()
  await expect(history.getByRole('listitem').first()).toContainText(`began ${title}`)
  await growViewportToPage(page)
  await expectAccessible(page)
  await expectTouchTargetSize(page)
  await expectNoOverflow(page, 'with its history')
})

test('the details of an entry of the log lead to the user or customer that it is about', async ({ page }) => {
  const admin = await createApiClient(page.request, 'admin')
  const customer = `Log Creek ${Date.now()}`
  await admin.post('/customers', { name: customer })
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/admin/log')
  for (const [sentence, link, heading] of [
    ['Avery Brooks signed in', 'Open the person', 'Avery Brooks'],
    [customer, 'Open the customer', customer],
  ] as const) {
    const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: sentence }).first()
    await entry.getByText('Details').click()
    await expect(entry.getByRole('link', { name: link })).toBeVisible()
    await expect(entry).not.toContainText('There are no more details.')
    await entry.getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await page.goBack()
  }
})

test('an Admin searches the log, opens an entry and exports the list', { tag: '@long' }, async ({ page }) => {
  const { title } = await createPostMortem(page, { client: 'client', tag: 'X 3', sent: true })
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/admin/log')
  await page.getByLabel('Ticket #').fill(title)
  await expect(page.getByText('3 entries', { exact: true })).toBeVisible()
  const lines = page.getByRole('main').getByRole('listitem')
  await expect(lines.first()).toContainText(`sent ${title}`)
  await page.getByText('More filters').click()
  await page.getByRole('combobox', { name: 'What happened' }).click()
  await page.getByRole('option', { name: 'Animal added' }).click()
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible()
  await lines.first().getByText('Details').click()
  await expect(lines.first().getByText('Tag: X 3')).toBeVisible()
  // the lines of what changed are all that a person can read
  await expect(lines.first()).not.toContainText('{')
  await expect(lines.first().getByRole('link', { name: 'Open the ticket' })).toBeVisible()
  await growViewportToPage(page)
  await expectAccessible(page)
  await expectTouchTargetSize(page)
  await expectNoOverflow(page, 'with details')
  await page.reload()
  await expect(page.getByLabel('Ticket #')).toHaveValue(title)
  await expect(page.getByRole('combobox', { name: 'What happened' })).toHaveValue('Animal added')
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible()
  const csv = await downloaded(page, async () => {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: /^CSV/ }).click()
  })
  expect(csv.text.slice(1)).toMatch(/^Time,What happened,Who,/)
  expect(csv.text).toContain(`added animal X 3 of ${title}`)
  expect(csv.text.trim().split('\r\n')).toHaveLength(2)
})
