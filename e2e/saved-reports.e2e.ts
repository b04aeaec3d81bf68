import { expect, type Page, test } from '@playwright/test'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { button } from './helpers/button.ts'
import { createApiClient } from './helpers/api-client.ts'
import { expectToast } from './helpers/expect-screen.ts'
import { fetchAccessToken, signIn, signInWithoutForm } from './helpers/sign-in.ts'
import { holdRequests } from './helpers/hold-requests.ts'

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const results = (page: Page) => page.getByRole('region', { name: 'Results' })

async function animalsOf(page: Page, name: string): Promise<Animal[]> {
  const headers = { authorization: `Bearer ${await fetchAccessToken(page, name)}` }
  const answer = await page.request.get('/api/v1/veterinary-record-animals?per_page=9999', { headers })
  return ((await answer.json()) as { data: Animal[] }).data
}

async function openNewReport(page: Page): Promise<void> {
  await button(page, 'Menu').click()
  await page.getByRole('menuitem', { name: 'Animal reports' }).click()
  await expect(page).toHaveURL(/\/a\/reports$/)
  await page.getByRole('link', { name: 'New animal report' }).click()
  await expect(page.getByRole('heading', { name: 'New animal report' })).toBeVisible()
}

test('a range requires at least one end, ordered ends, numbers, and dates up to 2100', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'manager')
  await openNewReport(page)
  for (const [name, low, high] of [
    ['Weight', '300', '500.5'],
    ['Temperature', '38,5', '41'],
    ['Date of death', '11/20/2026', '11/21/2026'],
  ] as const) {
    await button(page, `Add ${name}`).click()
    const [min, max] = [group(page, name).getByLabel(/^Min/), group(page, name).getByLabel(/^Max/)]
    await button(page, 'Run').click()
    await expect(group(page, name).getByRole('alert')).toHaveText('Min or max value is required')
    await expect(min).toBeFocused()
    await min.fill(high)
    await max.fill(low)
    await expect(group(page, name).getByRole('alert')).toHaveCount(0)
    await button(page, 'Run').click()
    await expect(group(page, name).getByRole('alert')).toHaveText('Invalid value')
    await min.fill(low.replace(',', '.'))
    await max.fill(high)
    await button(page, 'Run').click()
    await expect(group(page, name).getByRole('alert')).toHaveCount(0)
    await expect(results(page)).toBeVisible()
  }
  const last = group(page, 'Date of death').getByLabel('Max')
  await last.fill('12/31/2100')
  await last.blur()
  await expect(last).toHaveValue('12/31/2100')
  await last.fill('01/01/2101')
  await last.blur()
  await expect(last).toHaveValue('01/01/2101')
  await expect(page.getByText('Please choose a valid date')).toBeVisible()
})

test('tiles have three columns, their pager shows two pages, and tag colours show their colour', async ({ page }) => {
  await signIn(page, 'manager')
  await openNewReport(page)
  await button(page, 'Add Breed').click()
  const breeds = group(page, 'Breed')
  const tiles = breeds.getByRole('list', { name: 'Breed' }).getByRole('button')
  await expect(tiles).toHaveCount(9)
  const boxes = await Promise.all((await tiles.all()).map((tile) => tile.boundingBox()))
  expect(new Set(boxes.map((box) => box?.x)).size).toBe(3)
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(3)
  for (const box of boxes) expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)

  const numbers = breeds.getByRole('navigation').getByRole('button', { name: /^Page \d/ })
  const previous = button(breeds, 'Previous page')
  const next = button(breeds, 'Next page')
  await expect(numbers).toHaveText(['1', '2'])
  await expect(previous).toBeDisabled()
  await button(breeds, 'Angus').click()
  await next.click()
  await expect(numbers).toHaveText(['2', '3'])
  await expect(button(breeds, 'Page 2')).toHaveAttribute('aria-current', 'page')
  await button(breeds, 'Page 3').click()
  await expect(numbers).toHaveText(['2', '3'])
  await expect(next).toBeDisabled()
  await button(breeds, 'Wagyu').click()
  await expect(breeds.getByRole('status')).toHaveText('Any of: Angus, Wagyu')
  await previous.click()
  await previous.click()
  await expect(numbers).toHaveText(['1', '2'])
  await expect(button(breeds, 'Angus')).toHaveAttribute('aria-pressed', 'true')
  await button(breeds, 'Angus').click()
  await expect(breeds.getByRole('status')).toHaveText('Any of: Wagyu')

  await button(page, 'Add Tag colour').click()
  await expect(button(group(page, 'Tag colour'), 'Orange').locator('i')).toHaveCSS(
    'background-color',
    'rgb(240, 138, 36)',
  )
  await button(page, 'Remove Tag colour').click()
  await expect(group(page, 'Tag colour')).toHaveCount(0)
  await expect(button(page, 'Add Tag colour')).toBeVisible()
})

test('leaving an unsaved filter asks first, and staying keeps it', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'manager')
  await openNewReport(page)
  await button(page, 'Add Weight').click()
  await group(page, 'Weight').getByLabel(/^Min/).fill('444')
  const question = page.getByRole('dialog', { name: 'There are unsaved changes! Are you sure you want to leave?' })
  await button(page, 'Back').click()
  await button(question, 'Cancel').click()
  await expect(group(page, 'Weight').getByLabel(/^Min/)).toHaveValue('444')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(group(page, 'Weight').getByLabel(/^Min/)).toHaveValue('444')
  await button(page, 'Back').click()
  await button(question, 'Leave').click()
  await expect(page).toHaveURL(/\/a\/reports$/)
  await page.getByRole('link', { name: 'New animal report' }).click()
  await expect(group(page, 'Weight')).toHaveCount(0)
})

for (const { who, postMortem, viewport } of [
  { who: 'client', postMortem: /\/a\/postmortem\/[0-9a-f-]{36}$/, viewport: { width: 390, height: 844 } },
  { who: 'vet', postMortem: /\/a\/vet\/ticketdetail\/[0-9a-f-]{36}$/, viewport: { width: 1280, height: 800 } },
])
  test(`the ${who} builds, runs, saves, renames, opens and deletes a report`, {
    tag: who === 'client' ? '@long' : [],
  }, async ({ page }) => {
    await page.setViewportSize(viewport)
    await signIn(page, who)
    const mine = await animalsOf(page, who)
    const groups = [...new Set(mine.flatMap((animal) => animal.animal_group?.name ?? []))].sort().slice(0, 4)
    const heavy = mine.filter((animal) => Number(animal.weight) >= 300)
    const found = heavy.filter((animal) => groups.includes(animal.animal_group?.name ?? ''))
    expect(heavy.length).toBeGreaterThan(found.length)
    expect(found.length).toBeGreaterThan(0)
    const shown = (animals: Animal[]) =>
      expect(results(page).getByText(/^Displaying/)).toHaveText(
        `Displaying ${Math.min(20, animals.length)} of ${animals.length} ${animals.length === 1 ? 'animal' : 'animals'}.`,
      )
    const linkOf = (animal: Animal) => results(page).getByRole('link', { name: animal.tag ?? '', exact: true })
    let address = ''

    await test.step('the list is empty, and a filter runs without being saved', async () => {
      await button(page, 'Menu').click()
      await page.getByRole('menuitem', { name: 'Animal reports' }).click()
      await expect(page.getByText('You have no saved reports yet.')).toBeVisible()
      await page.getByRole('link', { name: 'New animal report' }).click()
      await button(page, 'Add Weight').click()
      await group(page, 'Weight').getByLabel(/^Min/).fill('300')
      await button(page, 'Run').click()
      await shown(heavy)
      await expect(page.getByRole('heading', { name: 'Results' })).toBeInViewport()
    })

    await test.step('a filter changed after a run says so and runs again', async () => {
      await button(page, 'Add Group').click()
      const section = group(page, 'Group')
      await expect(section.getByRole('list', { name: 'Group' }).getByRole('button')).toHaveCount(9)
      for (const name of groups) {
        const tile = button(section, name)
        if (!(await tile.isVisible())) await button(section, 'Next page').click()
        await tile.click()
      }
      await expect(results(page).getByText('The filters have changed.')).toBeVisible()
      await button(page, 'Run').click()
      await shown(found)
      await expect(results(page).getByText('The filters have changed.')).toHaveCount(0)
    })

    await test.step('an animal leads to its ticket, and back to the same results', async () => {
      const [first] = found.toSorted(
        (a, b) => (b.customer_record_at ?? '').localeCompare(a.customer_record_at ?? '') || (a.id < b.id ? -1 : 1),
      )
      if (!first) throw new Error('the demo practice has no such animal')
      if (who === 'vet') await expect(results(page).getByRole('table')).toBeVisible()
      await linkOf(first).first().click()
      await expect(page).toHaveURL(postMortem)
      await page.goBack()
      await shown(found)
      await expect(group(page, 'Weight').getByLabel(/^Min/)).toHaveValue('300')
      const records = results(page).getByRole('link', { name: /^Record of/ })
      if (who === 'client') return expect(records).toHaveCount(0)
      await records.first().click()
      await expect(page).toHaveURL(/\/a\/record\/[0-9a-f-]{36}$/)
      await page.goBack()
      await shown(found)
    })

    await test.step('saving asks for a name and keeps it when the request fails', async () => {
      await button(page, 'Save').click()
      const dialog = page.getByRole('dialog', { name: 'Save report' })
      await button(dialog, 'Save').click()
      await expect(dialog.getByText('Please enter a name.')).toBeVisible()
      await dialog.getByLabel('Name').fill('Heavy ones')
      await page.route('**/api/v1/filter-reports', (route) => route.abort())
      await button(dialog, 'Save').click()
      await expectToast(page, 'No connection. What you entered is kept; please try again.')
      await expect(dialog.getByLabel('Name')).toHaveValue('Heavy ones')
      await page.unroute('**/api/v1/filter-reports')
      await button(dialog, 'Save').click()
      await expect(page).toHaveURL(/\/a\/reports\/[0-9a-f-]{36}$/)
      address = page.url()
      await expect(page.getByRole('heading', { level: 1, name: 'Heavy ones' })).toBeVisible()
      await shown(found)
    })

    await test.step('saving again updates the report', async () => {
      await button(page, 'Remove Group').click()
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
      await button(page, 'Save').click()
      await saved
      await expectToast(page, 'Data is updated')
      await shown(heavy)
      await page.reload()
      await shown(heavy)
      await expect(group(page, 'Group')).toHaveCount(0)
      if (heavy.length <= 20) return
      await button(results(page), 'Next').click()
      await expect(results(page).getByText(/^Displaying/)).toHaveText(
        `Displaying ${Math.min(20, heavy.length - 20)} of ${heavy.length} animals.`,
      )
    })

    await test.step('it is renamed on its page and in the list', async () => {
      await button(page, 'Rename').click()
      const dialog = page.getByRole('dialog', { name: 'Rename report' })
      await dialog.getByLabel('Name').fill(' ')
      await button(dialog, 'Save').click()
      await expect(dialog.getByText('Please enter a name.')).toBeVisible()
      await dialog.getByLabel('Name').fill('Heavier ones')
      await button(dialog, 'Save').click()
      await expect(page.getByRole('heading', { level: 1, name: 'Heavier ones' })).toBeVisible()
      await button(page, 'Back').click()
      await expect(page).toHaveURL(/\/a\/reports$/)
      await button(page, 'Rename Heavier ones').click()
      await expect(dialog.getByLabel('Name')).toHaveValue('Heavier ones')
      await dialog.getByLabel('Name').fill('The heaviest')
      await button(dialog, 'Save').click()
      await expect(page.getByRole('link', { name: 'The heaviest' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Heavier ones' })).toHaveCount(0)
    })

    await test.step('it opens again with its filter and results', async () => {
      await page.getByRole('link', { name: 'The heaviest' }).click()
      await expect(page).toHaveURL(address)
      await expect(group(page, 'Weight').getByLabel(/^Min/)).toHaveValue('300')
      await expect(group(page, 'Weight').getByLabel(/^Max/)).toHaveValue('')
      await shown(heavy)
      await button(page, 'Back').click()
    })

    await test.step('it is deleted after a confirmation', async () => {
      const question = page.getByRole('dialog', { name: 'Delete The heaviest?' })
      await button(page, 'Delete The heaviest').click()
      await button(question, 'Cancel').click()
      await expect(page.getByRole('link', { name: 'The heaviest' })).toBeVisible()
      await button(page, 'Delete The heaviest').click()
      await button(question, 'Delete').click()
      await expect(page.getByText('You have no saved reports yet.')).toBeVisible()
      await page.goto(address)
      await expect(page.getByText('Sorry Page Not Found :)').first()).toBeVisible()
    })
  })

test('saved reports stay on the screen when their list cannot be refreshed', async ({ page, request }) => {
  const rival = await createApiClient(request, 'rival')
  const report = await rival.post('/filter-reports', { type: 'animals', name: 'Steers', parameters: { filter: {} } })
  await signInWithoutForm(page, 'rival')
  await page.goto('/a/reports')
  const link = page.getByRole('link', { name: 'Steers' })
  await expect(link).toBeVisible()
  await page.route(/\/filter-reports\?/, (route) => route.fulfill({ status: 403, json: {} }))
  const refreshed = page.waitForResponse((response) => response.status() === 403)
  await button(page, 'Rename Steers').click()
  const dialog = page.getByRole('dialog', { name: 'Rename report' })
  await dialog.getByLabel('Name').fill('Heifers')
  await button(dialog, 'Save').click()
  await refreshed
  await expect(dialog).toBeHidden()
  await expectToast(page, 'Data is updated')
  await expect(link).toBeVisible()
  await expect(button(page, 'Try again')).toHaveCount(0)
  await rival.delete(`/filter-reports/${report.id}`)
})

test('the results of the previous filter are not shown while those of the next one load', async ({ page }) => {
  await signInWithoutForm(page, 'manager')
  await page.goto('/a/reports/new')
  await button(page, 'Add Weight').click()
  const min = group(page, 'Weight').getByLabel(/^Min/)
  const counts = results(page).getByText(/^Displaying/)
  await min.fill('300')
  await button(page, 'Run').click()
  await expect(counts).toBeVisible()
  await min.fill('301')
  const requests = await holdRequests(page, '**/filter-reports/results?*', 'GET')
  await button(page, 'Run').click()
  await requests.held
  await expect(results(page).getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(counts).toHaveCount(0)
  await expect(results(page).getByRole('link')).toHaveCount(0)
  requests.release((route) => route.continue())
  await expect(counts).toBeVisible()
})

test('two tabs with a new report save two reports, and a reload keeps the filter of each', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const manager = await createApiClient(request, 'manager')
  await signInWithoutForm(page, 'manager')
  const other = await page.context().newPage()
  const minOf = (tab: Page) => group(tab, 'Weight').getByLabel(/^Min/)
  const fill = async (tab: Page, min: string) => {
    await tab.goto('/a/reports/new')
    await button(tab, 'Add Weight').click()
    await minOf(tab).fill(min)
  }
  await fill(page, '301')
  await fill(other, '302')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(minOf(page)).toHaveValue('301')
  const save = async (tab: Page, name: string) => {
    await button(tab, 'Save').click()
    const dialog = tab.getByRole('dialog', { name: 'Save report' })
    await dialog.getByLabel('Name').fill(name)
    await button(dialog, 'Save').click()
    await expect(tab.getByRole('heading', { level: 1, name })).toBeVisible()
    return tab.url().split('/').at(-1)
  }
  const ids = [await save(page, 'From 301'), await save(other, 'From 302')]
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'From 301' })).toBeVisible()
  await expect(minOf(page)).toHaveValue('301')
  await expect(minOf(other)).toHaveValue('302')
  for (const id of ids) await manager.delete(`/filter-reports/${id}`)
})
