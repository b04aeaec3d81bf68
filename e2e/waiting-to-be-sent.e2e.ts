import { expect, test } from '@playwright/test'
import { addDays, dayOf, formatTypedDay } from '@chisholm/domain/dates'
import { expectAccessible } from './helpers/accessibility.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { addAnimal, openWizard, outboxStatus, submitFirstStep } from './helpers/outbox.ts'
import { choosePhotos } from './helpers/photo-page.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'

test('all unsent changes are listed with size and state, and rejected ones with their reason and actions', async ({
  page,
  context,
}) => {
  const headerButton = page.getByRole('link', { name: /waits? to be sent$/ })
  await signInWithoutForm(page, 'client')
  await openWizard(page)
  await expect(headerButton).toHaveCount(0)
  await context.setOffline(true)
  await submitFirstStep(page, 'All of it is listed.')
  await choosePhotos(page, 1)
  await addAnimal(page, 'W 1', 'Save, add another')
  await page.getByLabel('RFID').fill('R 4711')
  await addAnimal(page, 'W 2', 'Review')

  await test.step('the status bar leads to the list, which leads to the ticket', async () => {
    await expect(headerButton).toHaveAccessibleName('4 wait to be sent')
    await outboxStatus(page).getByRole('link', { name: '3 changes and 1 photo wait for a connection' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting to be sent')
    await expect(page.getByText(/^3 changes · 1 photo · \d+ kB$/)).toBeVisible()
    await expect(page.getByRole('article', { name: 'Not numbered yet' })).toContainText('Prairie Feeders - North Yard')
    await expect(page.getByRole('article').getByRole('listitem')).toHaveText([
      /^The new post mortem.*Waiting to be sent/,
      /^A new animal: W 1.*Waiting to be sent/,
      /^A new animal: W 2.*Waiting to be sent/,
      /^Photo of W 1.* kB.*Waiting to be sent/,
    ])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try now' }).click()
    await expect(page.getByText('Still no connection. Unsent changes stay on this device.')).toBeVisible()
    await page.getByRole('link', { name: 'Not numbered yet' }).click()
    await expect(page.getByRole('article', { name: 'W 1' })).toBeVisible()
  })

  await test.step('a refusal is shown with its reason, and what was typed is corrected or discarded', async () => {
    await context.setOffline(false)
    await outboxStatus(page).getByRole('link', { name: '1 change was not accepted' }).click()
    await expect(page.getByRole('region', { name: 'Not accepted' })).toContainText('This is an industrial transponder')
    await page.getByRole('button', { name: 'Correct' }).click()
    await expect(page.getByLabel('RFID')).toHaveValue('R 4711')
    await page.goBack()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('Everything has been sent.')).toBeVisible()
    await expect(headerButton).toHaveCount(0)
  })
})

test('at a desk the name of the access covers no button of the header, also with unsent changes', async ({
  page,
  context,
}) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'W 3', sent: true })
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await page.getByRole('button', { name: 'Schedule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel('Date', { exact: true })
    .fill(formatTypedDay(addDays(dayOf(new Date(), 'America/Edmonton'), 3)))
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: '1 waits to be sent' })).toBeVisible()
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const ribbon = await page.getByText('VET ACCESS').boundingBox()
    const controls = header.getByRole('link').or(header.getByRole('button'))
    await expect(controls).toHaveCount(5)
    for (const control of await controls.all()) {
      const box = await control.boundingBox()
      const isApart = box && ribbon && (box.x >= ribbon.x + ribbon.width || box.x + box.width <= ribbon.x)
      expect(isApart, `${await control.getAttribute('aria-label')} at ${width}`).toBe(true)
    }
  }
  await context.setOffline(false)
})
