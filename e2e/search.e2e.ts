import { expect, type Page, test } from '@playwright/test'
import { signInWithoutForm } from './helpers/sign-in.ts'
import { createApiClient } from './helpers/api-client.ts'

const results = (page: Page) => page.getByRole('main').getByRole('link', { name: /^CHM-/ })
const submitSearch = (page: Page) => page.getByRole('button', { name: 'Search' }).click()

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('the search form has the fields of specification 2.7, and a site field once a client is chosen', async ({
  page,
}) => {
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/search')
  await expect(page.locator('form label')).toHaveText([
    'Ticket #',
    'RFID#',
    'TAG #',
    'LOT',
    'Submission date',
    'Completed date',
    'Vet',
    'Client',
    'Status',
  ])
  await page.getByRole('combobox', { name: 'Vet' }).click()
  await expect(page.getByRole('option', { name: /\(Admin\) \(me\)$/ })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Dana Whitfield', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Client' }).fill('Prairie')
  await page.getByRole('option', { name: 'Prairie Feeders' }).click()
  await page.getByRole('combobox', { name: 'Site' }).click()
  await expect(page.getByRole('option')).toHaveText(['North Yard', 'South Yard'])
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Status' }).click()
  await expect(page.getByRole('option')).toHaveText(['Completed', 'Draft', 'Pending', 'Scheduled'])
})

test('the list of clients loads one more page per click', async ({ page }) => {
  // Pages are small, because the demo has fewer customers than a page holds.
  await page.route(/\/api\/v1\/customers\?/, (route) =>
    route.continue({ url: route.request().url().replace('per_page=100', 'per_page=8') }),
  )
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/search')
  const clients = async () => {
    await page.getByRole('combobox', { name: 'Client' }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    const count = await page.getByRole('option').count()
    await page.keyboard.press('Escape')
    return count
  }
  const more = page.getByRole('button', { name: 'Load more' })
  await expect(more).toBeVisible()
  expect(await clients()).toBe(8)
  await more.click()
  await expect.poll(clients).toBe(16)
  await more.click()
  await expect(more).toHaveCount(0)
  expect(await clients()).toBeGreaterThan(16)
  await page.getByRole('combobox', { name: 'Client' }).fill('Red Mesa')
  await expect(page.getByRole('option', { name: 'Red Mesa Cattle' })).toBeVisible()
})

test('results are listed twenty per page, and back leads to the form as it was', { tag: '@long' }, async ({ page }) => {
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/search')
  await choose(page, 'Status', 'Completed')
  await page.getByLabel('Completed date').fill('13/45/2026')
  await submitSearch(page)
  await expect(page).toHaveURL(/\/a\/search\/result\?status=Completed$/)
  await expect(page.getByText(/^Displaying 20 of \d+ results\.$/)).toBeVisible()
  await expect(results(page)).toHaveCount(20)
  const first = (await results(page).first().textContent()) ?? ''
  await choose(page, 'Page', 'Page 2')
  await expect(page).toHaveURL(/page=2/)
  // The total depends on what earlier tests have completed.
  await expect(results(page).first()).not.toHaveText(first)
  await expect(page.getByText(/^Displaying \d+ of \d+ results\.$/)).toBeVisible()

  await page.goto('/a/search')
  await page.getByLabel('Ticket #').fill('CHM-999999')
  await page.getByLabel('LOT').fill('0042')
  await submitSearch(page)
  await expect(page.getByText('No results found. Please go back and expand on the critera.')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Ticket #')).toHaveValue('CHM-999999')
  await expect(page.getByLabel('LOT')).toHaveValue('0042')

  await submitSearch(page)
  await page.getByRole('button', { name: 'Edit the search' }).click()
  await expect(page.getByLabel('LOT')).toHaveValue('0042')
})

test('a chosen client of a page that is not loaded stays chosen after a reload, with its sites', async ({ page }) => {
  // Pages are small, because the demo has fewer customers than a page holds.
  await page.route(/\/api\/v1\/customers\?/, (route) =>
    route.continue({ url: route.request().url().replace('per_page=100', 'per_page=8') }),
  )
  const admin = await createApiClient(page.request, 'admin')
  const customer = (await admin.get('/customers?per_page=100')).at(-1)
  const { name } = await admin.post('/sites', {
    customer_id: customer.id,
    name: 'Far Yard',
    city: 'Olds',
    region: 'AB',
  })
  await signInWithoutForm(page, 'admin')
  await page.goto(`/a/search?client=${customer.id}`)
  await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue(customer.name)
  await page.getByRole('combobox', { name: 'Site' }).click()
  await page.getByRole('option', { name }).click()
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue(name)
})
