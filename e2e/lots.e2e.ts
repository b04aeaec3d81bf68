import { expect, type Page, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name })

/** A site of the demo with two lots and animals that name each differently. @returns the path of its herd */
async function createLots(page: Page): Promise<string> {
  const admin = await createApiClient(page.request, 'admin')
  const sites: { id: string; name: string; customer: { id: string } }[] = await admin.get('/sites?per_page=200')
  const site = sites.find(({ name }) => name === 'North Yard')
  for (const name of ['Lot 0717', 'Winter steers']) await admin.post('/lots', { site_id: site?.id, name })
  const animals = ['717', '717', 'W steers'].map((lot) => ({ tag: 'M 1', lot, customer_record_at: '2026-11-01' }))
  const body = { customer_id: site?.customer.id, site_id: site?.id, record_at: '2026-11-01', animals, send: 1 }
  await admin.post('/post-mortems', body)
  return `/a/herd/${site?.id}`
}

test('lots that animals name differently are matched with one tap, or by choosing the lot; a renamed lot keeps its animals', async ({
  page,
}) => {
  await signInWithoutForm(page, 'manager')
  await page.goto(await createLots(page))
  const unmatched = region(page, 'Lot names without a lot')
  await unmatched.getByRole('button', { name: '717 means Lot 0717' }).click()
  await expect(page.getByText('Animals of 717 belong to Lot 0717.')).toBeVisible()
  await expect(unmatched.getByRole('link', { name: 'Tickets of 717' })).toHaveCount(0)

  await unmatched.getByRole('button', { name: 'Which lot does W steers mean?' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Lot' }).click()
  await page.getByRole('option', { name: 'Winter steers' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(unmatched.getByRole('link', { name: 'Tickets of W steers' })).toHaveCount(0)

  const lots = region(page, 'Lots')
  await lots.getByRole('button', { name: 'Edit lot Winter steers' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Spring steers')
  await expect(dialog.getByLabel('Animals of Winter steers stay in this lot')).toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await lots.getByRole('button', { name: 'Edit lot Spring steers' }).click()
  const names = dialog.getByRole('region', { name: 'Also called' })
  await expect(names.getByRole('listitem')).toHaveText([/^W steers/, /^Winter steers/])
  await names.getByRole('button', { name: 'Remove W steers' }).click()
  await expect(names.getByRole('listitem')).toHaveText([/^Winter steers/])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(unmatched.getByRole('link', { name: 'Tickets of W steers' })).toBeVisible()

  await lots.getByRole('link', { name: 'Lot 0717' }).click()
  await expect(page.getByRole('region', { name: 'Animals' }).getByRole('listitem')).toHaveCount(2)
})

test('on a phone no field of a long dialog covers its buttons, however far it is scrolled', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const sites = await (await createApiClient(page.request, 'client')).get('/sites')
  await signInWithoutForm(page, 'manager')
  await page.goto(`/a/herd/${sites[0].id}`)
  await region(page, 'Lots')
    .getByText(/^Closed lots: \d+$/)
    .click()
  await region(page, 'Lots').getByRole('button', { name: 'Edit lot F26-361' }).click()
  const dialog = page.getByRole('dialog')
  // The button that clears this field was above Save.
  await expect(dialog.getByLabel('Closed')).not.toHaveValue('')
  const save = dialog.getByRole('button', { name: 'Save' })
  for (let top = 0; top <= 240; top += 20) {
    await dialog.evaluate((element, top) => element.scrollTo(0, top), top)
    const isCovered = await save.evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      const isOther = (x: number, y: number) => !button.contains(document.elementFromPoint(x, y))
      return [0.1, 0.3, 0.5, 0.7, 0.9].some((part) =>
        [0.25, 0.5, 0.75].some((down) => isOther(left + part * (right - left), top + down * (bottom - top))),
      )
    })
    expect(isCovered, `scrolled by ${top}`).toBe(false)
  }
})

test('at 400 % the buttons of a dialog scroll with its fields instead of covering them', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  const sites = await (await createApiClient(page.request, 'client')).get('/sites')
  await signInWithoutForm(page, 'manager')
  await page.goto(`/a/herd/${sites[0].id}`)
  await region(page, 'Lots').getByRole('button', { name: 'Add a lot' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name', { exact: true })).toBeInViewport()
  await expect(dialog.getByRole('button', { name: 'Save' })).not.toBeInViewport()
})
