import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './helpers/accessibility.ts'
import { createApiClient } from './helpers/api-client.ts'
import { firstAnimal, type ScreenFixtures, createScreenFixtures } from './helpers/screen-fixtures.ts'
import { openPageAs, signInWithoutForm } from './helpers/sign-in.ts'
import { expectTouchTargetSize } from './helpers/layout-checks.ts'

// These tests check what opens on a screen: menus, dialogs, select lists and validation errors.
let fixtures: ScreenFixtures | undefined

const expectAccessibleAndTouchable = async (page: Page) => {
  await expectTouchTargetSize(page)
  // Popovers and dialogs are rendered outside the landmarks of the page.
  await expectAccessible(page, { disabledRules: ['region'] })
}

test('menus and dialogs before signing in are accessible', { tag: '@long' }, async ({ page }) => {
  await page.goto('/u/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await expectAccessibleAndTouchable(page)
  await page.getByLabel('Email').fill('invited@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('Welcome#2026')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'What is your name?' })).toBeVisible()
  await expectAccessibleAndTouchable(page)
  await page.getByLabel('First name').fill('New')
  await page.getByLabel('Last name').fill('Person')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('Repeat your new password')).toBeVisible()
  await expectAccessibleAndTouchable(page)
  await page.goto('/u/reset')
  await page.getByLabel('Email').fill('client@demo.example')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('Verification code')).toBeVisible()
  await expectAccessibleAndTouchable(page)
})

test('menus and dialogs of a client are accessible', async ({ browser, request }) => {
  fixtures ??= await createScreenFixtures(request)
  const page = await openPageAs(browser, 'client')
  await page.goto('/a/postmortem/add')
  await page.getByLabel('Date', { exact: true }).click()
  await expect(page.getByRole('button', { name: /next month/i })).toBeVisible()
  await expectAccessibleAndTouchable(page)
  await page.goto(`/a/postmortem/${fixtures.draft.id}?step=animal`)
  await page.getByRole('combobox', { name: 'Tag colour' }).click()
  await expect(page.getByRole('option', { name: 'Yellow' })).toBeVisible()
  await expectAccessibleAndTouchable(page)
  await page.goto(`/a/postmortem/${fixtures.draft.id}`)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await expectAccessibleAndTouchable(page)
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^View / })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  await expectAccessibleAndTouchable(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: `Delete ${firstAnimal(fixtures.draft).tag}` }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleAndTouchable(page)
  await page.context().close()
})

test('menus and dialogs of a veterinarian are accessible', async ({ browser, request }) => {
  fixtures ??= await createScreenFixtures(request)
  const page = await openPageAs(browser, 'vet')
  await page.goto(`/a/vet/ticketdetail/${fixtures.pending.id}`)
  await page.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog')
  // the only person whom a veterinarian can assign
  await expect(dialog.getByRole('combobox', { name: 'Veterinarian' })).toHaveValue(/\(me\)$/)
  await expectAccessibleAndTouchable(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Schedule' }).click()
  await dialog.getByLabel('Date').click()
  await expectAccessibleAndTouchable(page)
  await page.goto('/a/invite-user')
  await page.getByLabel('Email').fill('somebody@example.com')
  await page.getByRole('combobox', { name: 'Customer' }).fill('Prairie Feeders')
  await page.getByRole('option', { name: 'Prairie Feeders' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('You need to choose a sites.')).toBeVisible()
  await expectAccessibleAndTouchable(page)
  await page.goto('/a/search')
  await page.getByRole('combobox', { name: 'Client' }).fill('Prairie Feeders')
  await page.getByRole('option', { name: 'Prairie Feeders' }).click()
  await expect(page.getByRole('combobox', { name: 'Site' })).toBeVisible()
  await expectAccessibleAndTouchable(page)
  await page.context().close()
})

test('the option that the keyboard is at can be read in light and dark', async ({ browser, request }) => {
  fixtures ??= await createScreenFixtures(request)
  const page = await openPageAs(browser, 'client')
  await page.goto(`/a/postmortem/${fixtures.draft.id}?step=animal`)
  for (const [name, option] of [
    ['Tag colour', 'Blue'],
    ['Your diagnosis', 'Abomasal displacement / volvulus'],
  ] as const) {
    await page.getByRole('combobox', { name }).press('ArrowDown')
    await expect(page.getByRole('option', { name: option, exact: true })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('[data-combobox-selected]')).toBeVisible()
    await expectAccessible(page, { disabledRules: ['region'] })
    await page.keyboard.press('Escape')
  }
  await page.context().close()
})

test('on the smallest phone, a calendar fits and no button or link is covered when it is needed', async ({
  browser,
  request,
}) => {
  fixtures ??= await createScreenFixtures(request)
  const viewport = { width: 320, height: 640 }
  const client = await openPageAs(browser, 'client', { viewport })
  await client.goto('/a/postmortem/add')
  await client.getByLabel('Date', { exact: true }).click()
  await expect(client.getByRole('button', { name: 'Next month' })).toBeInViewport({ ratio: 1 })
  const sundays = client.getByRole('row').getByRole('gridcell').or(client.getByRole('cell'))
  for (const day of await sundays.all()) await expect(day).toBeInViewport({ ratio: 1 })
  await client.context().close()

  const vet = await openPageAs(browser, 'vet', { viewport })
  await vet.goto(`/a/vet/ticketdetail/${fixtures.pending.id}?step=examine&animal=${firstAnimal(fixtures.pending).id}`)
  await vet.getByRole('button', { name: 'All looked at: normal' }).click()
  await expect(vet.getByRole('button', { name: 'Set to normal' })).toBeInViewport({ ratio: 1 })
  await vet.getByRole('button', { name: 'Set to normal' }).click()
  await expect(vet.getByText('Please tick at least one system.')).toBeVisible()
  await vet.getByRole('button', { name: 'Tick all' }).click()
  await vet.getByRole('button', { name: 'Set to normal' }).click()
  await expect(vet.getByRole('radio', { name: 'Normal' }).first()).toBeChecked()
  await vet.context().close()

  const anonymous = await openPageAs(browser, 'anonymous', { viewport })
  await anonymous.goto('/u/login')
  await anonymous.getByLabel('Email').fill('nobody@demo.example')
  await anonymous.getByLabel('Password', { exact: true }).fill('wrong')
  await anonymous.getByRole('button', { name: 'Login' }).click()
  await expect(anonymous.getByText('Login failed.')).toBeVisible()
  const message = await anonymous.locator('.mantine-Notification-root').boundingBox()
  const link = await anonymous.getByRole('link', { name: 'Reset my password' }).boundingBox()
  expect(message?.y ?? 0).toBeGreaterThanOrEqual((link?.y ?? 0) + (link?.height ?? 0))
  await anonymous.context().close()
})

test('after something is deleted by keyboard, the focus is where it was listed', async ({ page, request }) => {
  const admin = await createApiClient(request, 'admin')
  await admin.post('/absences', { user_id: admin.uuid, from: '2031-03-03', to: '2031-03-04' })
  const sites: { id: string; name: string }[] = await admin.get('/sites?per_page=200')
  const site = sites.find(({ name }) => name === 'Mesa Main')
  await admin.post('/lots', { site_id: site?.id, name: 'Spring calves' })
  await signInWithoutForm(page, 'admin')
  const confirm = page.getByRole('dialog', { name: /\?$/ }).getByRole('button', { name: 'Delete' })

  await test.step('a row with a button', async () => {
    await page.goto('/a/profile')
    const absences = page.getByRole('region', { name: 'Days away' })
    const remove = absences.getByRole('button', { name: /^Delete .*2031/ })
    await remove.press('Enter')
    await confirm.press('Enter')
    await expect(remove).toHaveCount(0)
    await expect(absences).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(absences.locator(':focus')).toHaveCount(1)
  })

  await test.step('a row that opens a dialog', async () => {
    await page.goto(`/a/herd/${site?.id}`)
    const lots = page.getByRole('region', { name: 'Lots', exact: true })
    const edit = lots.getByRole('button', { name: 'Edit lot Spring calves' })
    await edit.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await confirm.press('Enter')
    await expect(edit).toHaveCount(0)
    await expect(lots).toBeFocused()
  })
})
