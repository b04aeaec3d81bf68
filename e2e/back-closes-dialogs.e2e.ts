import { expect, type Page, test } from '@playwright/test'
import { button } from './helpers/button.ts'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { expectDraftStored } from './helpers/outbox.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'

const scheduleDialog = (page: Page) => page.getByRole('dialog', { name: /^Schedule/ })
const question = (page: Page) => page.getByRole('dialog', { name: /This day has passed/ })
const ticketAddress = /\/a\/vet\/ticketdetail\//
const listAddress = /\/a\/location\/all\/inbox$/

/** Opens a new ticket from the list, so that Back leads to the list. */
async function openTicketFromList(page: Page, tag: string): Promise<{ id: string; title: string }> {
  const ticket = await createPostMortem(page, { client: 'client', tag, sent: true })
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/location/all/inbox')
  await page.getByRole('link', { name: ticket.title }).click()
  await expect(page).toHaveURL(ticketAddress)
  return ticket
}

async function openScheduleDialog(page: Page): Promise<void> {
  await button(page, 'Schedule').click()
  await expect(scheduleDialog(page)).toBeVisible()
}

async function expectBackToLeave(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(listAddress)
}

test('Back closes the question, then the dialog below, and only then leaves the ticket', async ({ page }) => {
  await openTicketFromList(page, 'B 1')
  await openScheduleDialog(page)
  await scheduleDialog(page).getByLabel('Minutes').fill('95')
  await expectDraftStored(page, '95')
  await page.goBack()
  await expect(scheduleDialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(ticketAddress)

  await openScheduleDialog(page)
  await expect(scheduleDialog(page).getByLabel('Minutes')).toHaveValue('95')
  await scheduleDialog(page).getByLabel('Date').fill('01/05/2026')
  // the calendar covers the button
  await page.goBack()
  await expect(page.getByRole('button', { name: /next month/i })).toHaveCount(0)
  await scheduleDialog(page).getByLabel('Time').fill('09:30')
  await scheduleDialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(question(page)).toBeVisible()
  await page.goBack()
  await expect(question(page)).toHaveCount(0)
  await expect(scheduleDialog(page).getByLabel('Minutes')).toHaveValue('95')
  await page.goBack()
  await expectBackToLeave(page)
  await page.goForward()
  await expect(page).toHaveURL(ticketAddress)
})

test('a dialog that is closed otherwise leaves nothing for Back to close', async ({ page }) => {
  await openTicketFromList(page, 'B 2')
  const ways: (() => Promise<void>)[] = [
    () => page.keyboard.press('Escape'),
    () => scheduleDialog(page).getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(4, 4),
  ]
  for (const close of ways) {
    await openScheduleDialog(page)
    await close()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await button(page, 'Menu').click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toHaveCount(0)
  await expect(page).toHaveURL(ticketAddress)
  await openScheduleDialog(page)
  await page.reload()
  await expect(button(page, 'Schedule')).toBeVisible()
  await expectBackToLeave(page)
})

test('Back twice in a row closes a dialog, and what comes after it still works', async ({ page }) => {
  await openTicketFromList(page, 'B 3')
  await openScheduleDialog(page)
  await Promise.all([page.goBack(), page.goBack()])
  await expect(scheduleDialog(page)).toHaveCount(0)
  if (!ticketAddress.test(page.url())) return
  await openScheduleDialog(page)
  await page.goBack()
  await expectBackToLeave(page)
})

test('Back closes the question whether to leave', async ({ page }) => {
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/admin/customers')
  await page.getByRole('link', { name: 'Add a customer' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Typed and not saved')
  const leave = page.getByRole('dialog')
  await page.goBack()
  await expect(leave).toBeVisible()
  await page.goBack()
  await expect(leave).toHaveCount(0)
  await expect(page).toHaveURL(/customers\/new$/)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed and not saved')
  await page.goBack()
  await leave.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/a\/admin\/customers$/)
})

test('after a dialog has opened another page, Back leads to where it would have led before', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/reports')
  await page.getByRole('link', { name: 'New animal report' }).click()
  await button(page, 'Add Weight').click()
  await page.getByLabel(/^Min/).fill('444')
  await button(page, 'Save').click()
  const dialog = page.getByRole('dialog', { name: 'Save report' })
  await dialog.getByLabel('Name').fill('Opened by a dialog')
  await button(dialog, 'Save').click()
  await expect(page).toHaveURL(/\/a\/reports\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Opened by a dialog' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/a\/reports$/)
})

test('after a customer was deleted, Back leads to what was open before', async ({ page }) => {
  const admin = await createApiClient(page.request, 'admin')
  const customer = `Back Creek ${Date.now()}`
  await admin.post('/customers', { name: customer })
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/admin/log')
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: customer }).first()
  await entry.getByText('Details').click()
  await entry.getByRole('link', { name: 'Open the customer' }).click()
  await page.getByText('Retire or delete').click()
  await button(page, 'Delete').click()
  await button(page.getByRole('dialog'), 'Delete').click()
  await expect(page).toHaveURL(/\/a\/admin\/customers$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/a\/admin\/log$/)
})
