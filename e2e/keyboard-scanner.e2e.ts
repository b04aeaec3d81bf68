import { expect, test } from '@playwright/test'
import { scan } from './helpers/keyboard-scanner.ts'
import { signIn, signInWithoutForm } from './helpers/sign-in.ts'

test('an RFID that is too short is accepted with a warning that is described by its field', async ({ page }) => {
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/search')
  const rfid = page.getByLabel('RFID#')
  await rfid.fill('98200012345')
  await rfid.blur()
  await expect(rfid).toHaveAccessibleDescription('This is not a 15-digit RFID. Please check it against the tag.')
  await expect(rfid).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('.field-warning svg')).toBeVisible()
})

test('a scan on the search page fills the RFID field without submitting', async ({ page }) => {
  await signIn(page, 'vet')
  await page.getByRole('link', { name: 'Search' }).click()
  const rfid = page.getByLabel('RFID#')

  await test.step('with the field focused, even if the reader ends with two Enters', async () => {
    await rfid.focus()
    await scan(page, 'LA 00000 0 982 000001088420')
    await page.keyboard.press('Enter')
    await expect(rfid).toHaveValue('982 000 001 088 420')
    await expect(page).toHaveURL(/\/a\/search$/)
  })

  await test.step('a second scan replaces the first', async () => {
    await scan(page, '982000123456789')
    await expect(rfid).toHaveValue('982 000 123 456 789')
  })

  await test.step('without a focused field it still fills the field and presses no button', async () => {
    await page.getByLabel('TAG #').fill('K 7')
    await page.getByRole('button', { name: 'Search', exact: true }).focus()
    await scan(page, '982 000000000017')
    await expect(rfid).toHaveValue('982 000 000 000 017')
    await expect(rfid).toBeFocused()
    await expect(page.getByLabel('TAG #')).toHaveValue('K 7')
    await expect(page).toHaveURL(/\/a\/search$/)
  })

  await test.step('an industrial transponder stays in the field with an error', async () => {
    await scan(page, 'LR 00000 0 982 000001088420')
    await expect(page.getByText('This is an industrial transponder, not an animal.')).toBeVisible()
    await expect(rfid).toHaveValue(/^LR/)
  })

  await test.step('Enter pressed by hand still submits', async () => {
    await page.getByRole('button', { name: 'Search', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/a\/search\/result/)
  })
})

test('each scan in the wizard becomes a separate animal', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortem/add')
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')

  // The first step has no RFID field, so a scan into the notes stays there.
  await page.getByLabel('Notes').focus()
  await scan(page, '982000000000025')
  await expect(page.getByLabel('Notes')).toHaveValue('982000000000025\n')

  // The button has the focus. The scan is stored for the first animal, and its Enter must not submit.
  await page.getByRole('button', { name: 'Add animals' }).focus()
  await scan(page, '982000000000025')
  await expect(page.getByText('First animal: RFID 982 000 000 000 025')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'New post mortem' })).toBeVisible()
  await page.getByRole('button', { name: 'Add animals' }).click()

  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
  await expect(page.getByLabel('RFID')).toHaveValue('982 000 000 000 025')
  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
  await page.getByLabel('Tag', { exact: true }).fill('K 8')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()

  // The button still has the focus, so the Enter of the next scan could press it again.
  await page.getByRole('button', { name: 'Save, add another' }).click()
  await expect(page.getByRole('heading', { name: 'Animal 2' })).toBeVisible()
  await scan(page, '982000000000033')
  await expect(page.getByLabel('RFID')).toHaveValue('982 000 000 000 033')
  await expect(page.getByRole('heading', { name: 'Animal 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
})
