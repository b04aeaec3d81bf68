import { dayOf } from '@chisholm/domain/dates'
import { expect, type Page, test } from '@playwright/test'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { createApiClient } from './helpers/api-client.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'
import { expectToast } from './helpers/expect-screen.ts'

const invalidDateError = (page: Page) => page.getByText('Please choose a valid date')

test('a date that does not exist stays in its field with an error until it is corrected', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortem/add')
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
  const date = page.getByLabel('Date', { exact: true })
  await date.fill('02/30/2026')
  await page.keyboard.press('Tab')
  await expect(date).toHaveValue('02/30/2026')
  await expect(invalidDateError(page)).toBeVisible()
  await page.getByRole('button', { name: 'Add animals' }).click()
  await expect(invalidDateError(page)).toBeVisible()
  await expect(page).toHaveURL(/\/a\/postmortem\/add$/)
  await page.reload()
  await expect(date).toHaveValue('02/30/2026')
  await date.fill('')
  await page.getByRole('button', { name: 'Add animals' }).click()
  await expect(page.getByText('Please choose a date.')).toBeVisible()
  await date.fill('2/28/2026')
  await expect(page.getByText('Please choose a date.')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(date).toHaveValue('02/28/2026')
  await expect(invalidDateError(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Add animals' }).click()

  const death = page.getByLabel('Date of death')
  await page.getByLabel('Tag', { exact: true }).fill('W 1')
  await death.fill('13/01/2026')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(invalidDateError(page)).toBeVisible()
  await expect(death).toHaveValue('13/01/2026')
  await death.fill('02/27/2026')
  await expect(invalidDateError(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('article', { name: 'W 1' })).toContainText('February 27th 2026')
})

test('a date is picked from the calendar, which marks today, and cleared again', { tag: '@long' }, async ({ page }) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortem/add')
  const date = page.getByLabel('Date', { exact: true })
  await date.fill('11/20/2026')
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: '15 December 2026' }).click()
  await expect(date).toHaveValue('12/15/2026')
  await expect(page.getByRole('button', { name: 'Next month' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(date).toHaveValue('')
  await date.click()
  const today = dayOf(new Date(), 'America/Edmonton')
  await expect(page.locator('[aria-current="date"]')).toHaveText(String(Number(today.slice(-2))))
})

test('the error of a visit without a date disappears once a date is typed', { tag: '@long' }, async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'W 2', sent: true })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await page.getByRole('button', { name: 'Schedule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(invalidDateError(page)).toBeVisible()
  await dialog.getByLabel('Date').fill('02/30/2030')
  await page.keyboard.press('Tab')
  await expect(invalidDateError(page)).toBeVisible()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByLabel('Date')).toHaveValue('02/30/2030')
  await dialog.getByLabel('Date').fill('02/28/2030')
  await expect(invalidDateError(page)).toHaveCount(0)
})

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const)
  test(`a toast covers no field of the next dialog at ${width} pixels`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const { id } = await createPostMortem(page, { client: 'client', tag: 'W 3', sent: true })
    await signInWithoutForm(page, 'vet')
    await page.goto(`/a/vet/ticketdetail/${id}`)
    await page.getByRole('button', { name: 'Assign' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Veterinarian' }).click()
    await page.getByRole('option', { name: 'Dana Whitfield (me)' }).click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expectToast(page, 'The post mortem was successfully scheduled.')
    await page.getByRole('button', { name: 'Schedule' }).click()
    await expect(dialog.getByLabel('Time')).toBeVisible()
    const toast = page.getByRole('alert').filter({ hasText: 'successfully scheduled' })
    // The dialog opens with an animation.
    await expect
      .poll(async () => {
        const [over, under] = [await toast.boundingBox(), await dialog.boundingBox()]
        return over && under ? over.y + over.height <= under.y || over.y >= under.y + under.height : true
      })
      .toBe(true)
    await expect(toast).toBeVisible()
  })

test('a new request proposes today at the chosen site, and keeps a day that was typed', async ({ page, request }) => {
  const admin = await createApiClient(request, 'admin')
  const manager = await createApiClient(request, 'manager')
  // the zone of 14 hours ahead of UTC and the one of 11 behind never have the same day
  const zones: Record<string, string> = { 'South Yard': 'Pacific/Kiritimati', 'North Yard': 'Pacific/Pago_Pago' }
  const sites: { id: string; name: string }[] = await manager.get('/sites')
  const setZones = async (zoneOf: (name: string) => string) => {
    for (const { id, name } of sites) await admin.put(`/sites/${id}`, { time_zone: zoneOf(name) })
  }
  const date = page.getByLabel('Date', { exact: true })
  const chooseSite = async (name: string) => {
    await page.getByRole('combobox', { name: 'Site' }).click()
    await page.getByRole('option', { name }).click()
  }
  const todayAt = (name: string) => {
    const [year, month, day] = dayOf(new Date(), zones[name] ?? '').split('-')
    return `${month}/${day}/${year}`
  }
  try {
    await setZones((name) => zones[name] ?? '')
    await signInWithoutForm(page, 'manager')
    await page.goto('/a/postmortem/add')
    await chooseSite('South Yard')
    await expect(date).toHaveValue(todayAt('South Yard'))
    await chooseSite('North Yard')
    await expect(date).toHaveValue(todayAt('North Yard'))
    await page.reload()
    await chooseSite('South Yard')
    await expect(date).toHaveValue(todayAt('South Yard'))
    await date.fill('11/02/2026')
    await date.blur()
    await chooseSite('North Yard')
    await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
    await expect(date).toHaveValue('11/02/2026')
  } finally {
    await setZones(() => '')
  }
})
